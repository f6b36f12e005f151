"""Derived datatypes: the bytes of the type map are touched, and the gaps are not (RMA-RULES 1)."""

import dataclasses

from .model import Pair, everybody, racing
from .targets import FENCE



@dataclasses.dataclass(frozen=True)
class Derived:
    """A type over a base of elements; `count` of them touch element `inside`, not `gap`."""

    name: str
    make: str
    elements: int  # of the element type, in all
    inside: int
    gap: int
    count: int = 1
    declares: tuple = ()


DERIVED = {d.name: d for d in (
    Derived("contiguous", "MPI_Type_contiguous(4, MPI_T, &type);", 4, 3, 4),
    Derived("vector", "MPI_Type_vector(3, 2, 4, MPI_T, &type);", 6, 9, 10),
    Derived("hvector", "MPI_Type_create_hvector(3, 1, 3 * sizeof(T), MPI_T, &type);", 3, 6, 5),
    Derived("indexed", "MPI_Type_indexed(3, lengths, starts, MPI_T, &type);", 6, 9, 7, 1,
            ("int lengths[3] = {2, 1, 3}, starts[3] = {0, 5, 8};",)),
    Derived("indexed_block", "MPI_Type_create_indexed_block(3, 2, starts, MPI_T, &type);", 6, 6, 4, 1,
            ("int starts[3] = {1, 5, 10};",)),
    Derived("hindexed", "MPI_Type_create_hindexed(2, lengths, offsets, MPI_T, &type);", 3, 7, 4, 1,
            ("int lengths[2] = {2, 1};", "MPI_Aint offsets[2] = {0, 7 * sizeof(T)};")),
    Derived("struct", "MPI_Type_create_struct(2, lengths, offsets, parts, &type);", 3, 4, 2, 1,
            ("int lengths[2] = {1, 2};", "MPI_Aint offsets[2] = {0, 4 * sizeof(T)};",
             "MPI_Datatype parts[2] = {MPI_T, MPI_T};")),
    Derived("subarray", "MPI_Type_create_subarray(2, sizes, extent, first, MPI_ORDER_C, MPI_T, &type);", 4, 10, 7, 1,
            ("int sizes[2] = {4, 5}, extent[2] = {2, 2}, first[2] = {1, 0};",)),
    Derived("resized", "MPI_Type_create_resized(MPI_T, 0, 3 * sizeof(T), &type);", 4, 6, 7, 4),
    Derived("fortran_subarray", "MPI_Type_create_subarray(2, sizes, extent, first, MPI_ORDER_FORTRAN, MPI_T, &type);", 2, 6, 7, 1,
            ("int sizes[2] = {5, 4}, extent[2] = {1, 2}, first[2] = {1, 1};",)),
)}

OPERATIONS = {
    "put": "MPI_Put({origin}, {target}, win);",
    "get": "MPI_Get({origin}, {target}, win);",
    "accumulate": "MPI_Accumulate({origin}, {target}, MPI_SUM, win);",
}


def _made(derived):
    return [*([everybody(f"{derived.make}")]), everybody("MPI_Type_commit(&type);")]


def at_target(operation, name, access="load"):
    """The type at the target; the target uses an element of the map, or of a gap."""
    derived = DERIVED[name]

    def steps(race):
        element = derived.inside if race else derived.gap
        mine = f"sum += memory[{element}];" if access == "load" else f"memory[{element}] = 7;"
        call = OPERATIONS[operation].format(origin=f"large, {derived.elements}, MPI_T", target=f"1, 0, {derived.count}, type")
        return [*_made(derived), FENCE, racing(0, call), racing(1, mine), FENCE]

    return Pair(f"{name}_at_target_{operation}_{access}", f"Element {derived.inside} is in the type map, {derived.gap} is not (RMA-RULES 1).",
                steps, declares=(*derived.declares, "T large[24] = {0};"))


def at_origin(operation, name, access="store"):
    """The type at the origin; rank 0 uses an element of the map, or of a gap, before the fence."""
    derived = DERIVED[name]

    def steps(race):
        element = derived.inside if race else derived.gap
        mine = f"sum += large[{element}];" if access == "load" else f"large[{element}] = 7;"
        call = OPERATIONS[operation].format(origin=f"large, {derived.count}, type", target=f"1, 0, {derived.elements}, MPI_T")
        return [*_made(derived), FENCE, racing(0, call), racing(0, mine), FENCE]

    return Pair(f"{name}_at_origin_{operation}_{access}", f"Element {derived.inside} is in the type map, {derived.gap} is not (RMA-RULES 1).",
                steps, "rma-local-race", declares=(*derived.declares, "T large[24] = {0};"))


def interleaved(operation, name):
    """Two origins with the same type, one element apart: into the gaps, or not."""
    derived = DERIVED[name]
    shift = {"vector": (1, 2), "hvector": (3, 1), "resized": (3, 1), "struct": (1, 2)}[name]

    def steps(race):
        call = OPERATIONS[operation].format(origin=f"large, {derived.elements}, MPI_T", target="1, {at}, {count}, type")
        return [*_made(derived), FENCE, racing(0, call.format(at=0, count=derived.count)),
                racing(2, call.format(at=shift[0] if race else shift[1], count=derived.count)), FENCE]

    return Pair(f"{name}_interleaved_{operation}", f"Shifted by {shift[1]} the two maps share no byte; by {shift[0]} they do (RMA-RULES 1).",
                steps, ranks=3, declares=(*derived.declares, "T large[24] = {0};"))


def message_buffer(name):
    """The type of a message buffer in window memory."""
    derived = DERIVED[name]

    def steps(race):
        element = derived.inside if race else derived.gap
        return [*_made(derived), FENCE, racing(0, f"MPI_Put(large, 1, MPI_T, 1, {element}, 1, MPI_T, win);"),
                racing(1, f"MPI_Sendrecv(memory, {derived.count}, type, 1, 9, large, {derived.elements}, MPI_T, 1, 9, "
                          "MPI_COMM_WORLD, MPI_STATUS_IGNORE);"), FENCE]

    return Pair(f"{name}_message", f"A message takes element {derived.inside} from window memory, not {derived.gap} (RMA-RULES 1).",
                steps, declares=(*derived.declares, "T large[24] = {0};"))
