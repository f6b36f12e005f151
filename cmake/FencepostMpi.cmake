# Finds the MPI libraries of this machine, each by its own compiler wrapper.
#
# For each flavour found (openmpi, mpich), defines
#   fencepost::mpi_<flavour>         interface target: include directories and link options
#   FENCEPOST_MPICC_<flavour>        the C wrapper
#   FENCEPOST_MPIRUN_<flavour>       the launcher
# and the list FENCEPOST_MPI_FLAVOURS, the preferred one first.
include_guard(GLOBAL)

set(FENCEPOST_MPI_FLAVOURS "")
foreach(flavour openmpi mpich)
  find_program(FENCEPOST_MPICC_${flavour} NAMES mpicc.${flavour})
  find_program(FENCEPOST_MPIRUN_${flavour} NAMES mpirun.${flavour})
  if(NOT FENCEPOST_MPICC_${flavour})
    # A machine with one MPI has a plain mpicc: ask it which one it is.
    find_program(FENCEPOST_MPICC NAMES mpicc)
    find_program(FENCEPOST_MPIRUN NAMES mpirun mpiexec)
    if(FENCEPOST_MPICC)
      execute_process(COMMAND ${FENCEPOST_MPICC} -show OUTPUT_VARIABLE shown ERROR_QUIET)
      if(shown MATCHES "-l${flavour}" OR (flavour STREQUAL "openmpi" AND shown MATCHES "-lmpi( |\n|$)"))
        set(FENCEPOST_MPICC_${flavour} ${FENCEPOST_MPICC})
        set(FENCEPOST_MPIRUN_${flavour} ${FENCEPOST_MPIRUN})
      endif()
    endif()
  endif()
  if(FENCEPOST_MPICC_${flavour})
    execute_process(COMMAND ${FENCEPOST_MPICC_${flavour}} -show OUTPUT_VARIABLE shown
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
    separate_arguments(words UNIX_COMMAND "${shown}")
    add_library(fencepost::mpi_${flavour} INTERFACE IMPORTED GLOBAL)
    foreach(word IN LISTS words)
      if(word MATCHES "^-I(.+)")
        set_property(TARGET fencepost::mpi_${flavour} APPEND PROPERTY
                     INTERFACE_INCLUDE_DIRECTORIES ${CMAKE_MATCH_1})
      elseif(word MATCHES "^-[Ll]")
        set_property(TARGET fencepost::mpi_${flavour} APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${word})
      endif()
    endforeach()
    list(APPEND FENCEPOST_MPI_FLAVOURS ${flavour})
  endif()
endforeach()

if(NOT FENCEPOST_MPI_FLAVOURS)
  message(FATAL_ERROR "no MPI library found: install openmpi-bin and libopenmpi-dev, or mpich and libmpich-dev")
endif()
message(STATUS "MPI libraries: ${FENCEPOST_MPI_FLAVOURS}")
