//===- Symbolizer.cpp - from a code address to source frames --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/path/Symbolizer.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <initializer_list>
#include <unistd.h>

namespace fencepost::runtime {

namespace {

// Only what is in the files themselves: looking for separate files could ask the network.
int findNoDebugFile(Dwfl_Module *, void **, const char *, Dwarf_Addr, const char *, const char *,
                    GElf_Word, char **) {
  return -1;
}

const Dwfl_Callbacks kCallbacks = {dwfl_linux_proc_find_elf, findNoDebugFile, nullptr, nullptr};

Dwfl *session;

/// Whether the module is what is mapped there now: files come and go, and the loader knows.
bool isCurrent(Dwfl_Module *module, uintptr_t address) {
  Dwarf_Addr start = 0;
  dwfl_module_info(module, nullptr, &start, nullptr, nullptr, nullptr, nullptr, nullptr);
  Dl_info object = {};
  return !dladdr(reinterpret_cast<void *>(address), &object) ||
         reinterpret_cast<uintptr_t>(object.dli_fbase) == start;
}

/// Reads which files are mapped; again when `address` is in none that is known.
Dwfl_Module *moduleOf(uintptr_t address) {
  Dwfl_Module *known = session ? dwfl_addrmodule(session, address) : nullptr;
  if (known && isCurrent(known, address))
    return known;
  // One that is gone makes a new start. The old session stays: its texts are in use.
  constexpr unsigned kMostSessions = 16;
  static unsigned sessions;
  if (!session || (known && sessions < kMostSessions)) {
    session = dwfl_begin(&kCallbacks);
    ++sessions;
  }
  if (!session)
    return nullptr;
  dwfl_report_begin_add(session);
  dwfl_linux_proc_report(session, getpid());
  dwfl_report_end(session, nullptr, nullptr);
  return dwfl_addrmodule(session, address);
}

/// Without its directory; and where it is mapped.
const char *fileName(Dwfl_Module *module, Dwarf_Addr *start = nullptr) {
  const char *name =
      dwfl_module_info(module, nullptr, start, nullptr, nullptr, nullptr, nullptr, nullptr);
  const char *slash = name ? std::strrchr(name, '/') : nullptr;
  return slash ? slash + 1 : name ? name : "?";
}

bool isSystem(Dwfl_Module *module) {
  const char *file = fileName(module);
  for (const char *prefix : {"libc.so", "libc-", "libpthread", "ld-linux", "[vdso"})
    if (std::strncmp(file, prefix, std::strlen(prefix)) == 0)
      return true;
  return false;
}

/// C++ names as the user writes them, where the program brings its demangler.
const char *demangled(const char *name) {
  using Demangle = char *(const char *, char *, size_t *, int *);
  if (std::strncmp(name, "_Z", 2) != 0)
    return name;
  static auto *const demangle = reinterpret_cast<Demangle *>(dlsym(RTLD_DEFAULT, "__cxa_demangle"));
  int status = 0;
  char *text = demangle ? demangle(name, nullptr, nullptr, &status) : nullptr;
  if (!text)
    return name;
  if (char *arguments = std::strchr(text, '('))
    *arguments = '\0';
  return text; // kept
}

/// A function without an entry of its own in the debug information. Where there is not even a
/// line, the name goes on with the place, so that calls from different places stay apart.
void nameBySymbol(Dwfl_Module *module, uintptr_t address, Symbolized &result) {
  GElf_Off offset = 0;
  GElf_Sym symbol;
  const char *name =
      dwfl_module_addrinfo(module, address, &offset, &symbol, nullptr, nullptr, nullptr);
  if (name) {
    result.main = std::strcmp(name, "main") == 0;
    name = demangled(name);
  } else {
    Dwarf_Addr start = 0;
    name = fileName(module, &start);
    offset = address - start;
  }
  result.frames[0].function = name;
  char *text = nullptr;
  if (result.frames[0].line == 0 &&
      asprintf(&text, "%s+%#llx", name, static_cast<unsigned long long>(offset)) >= 0)
    result.frames[0].function = text; // kept
  result.count = 1;
}

/// A file as the compiler was given it: relative to where it ran, when its source was.
const char *asGiven(const char *file, Dwarf_Die *unit) {
  Dwarf_Attribute attribute;
  const char *directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
  const char *source = dwarf_diename(unit);
  if (!file)
    return "";
  if (!directory || !source || source[0] == '/')
    return file;
  const size_t length = std::strlen(directory);
  const bool inside = std::strncmp(file, directory, length) == 0 && file[length] == '/';
  return inside ? file + length + 1 : file;
}

/// The compilation unit at an address. clang writes no address table (.debug_aranges), so that
/// each unit has to be asked.
Dwarf_Die *unitAt(Dwfl_Module *module, uintptr_t address, Dwarf_Addr &bias) {
  if (Dwarf_Die *unit = dwfl_module_addrdie(module, address, &bias))
    return unit;
  Dwarf_Die *unit = nullptr;
  while ((unit = dwfl_module_nextcu(module, unit, &bias)))
    if (dwarf_haspc(unit, address - bias) == 1)
      return unit;
  return nullptr;
}

const char *functionName(Dwarf_Die *die) {
  Dwarf_Attribute attribute;
  return dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
}

bool isFunction(Dwarf_Die *die) {
  const int tag = dwarf_tag(die);
  return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

void placeOf(Dwarf_Die *unit, Dwarf_Addr address, SourceFrame &frame) {
  Dwarf_Line *line = dwarf_getsrc_die(unit, address);
  int number = 0;
  if (!line || dwarf_lineno(line, &number) != 0)
    return;
  frame.line = static_cast<uint32_t>(number);
  frame.file = asGiven(dwarf_linesrc(line, nullptr, nullptr), unit);
}

/// Where an inlined function was called from.
void placeOfCall(Dwarf_Die *unit, Dwarf_Die *inlined, SourceFrame &caller) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute), &value) == 0)
    caller.line = static_cast<uint32_t>(value);
  Dwarf_Files *files = nullptr;
  size_t count = 0;
  if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute), &value) == 0 &&
      dwarf_getsrcfiles(unit, &files, &count) == 0 && value < count)
    caller.file = asGiven(dwarf_filesrc(files, value, nullptr, nullptr), unit);
}

void addFunctions(Dwarf_Die *unit, Dwarf_Die *scopes, int count, Symbolized &result) {
  for (int i = 0; i < count && result.count < kMostInlined; ++i) {
    if (!isFunction(&scopes[i]))
      continue;
    const char *name = functionName(&scopes[i]);
    result.frames[result.count].function = name ? name : "?";
    ++result.count;
    if (dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine && result.count < kMostInlined)
      placeOfCall(unit, &scopes[i], result.frames[result.count]);
  }
}

} // namespace

Symbolized symbolize(uintptr_t address) {
  Symbolized result = {};
  for (SourceFrame &frame : result.frames)
    frame = {"?", "", 0};
  Dwfl_Module *module = moduleOf(address);
  if (!module)
    return result;
  result.system = isSystem(module);

  Dwarf_Addr bias = 0;
  if (Dwarf_Die *unit = result.system ? nullptr : unitAt(module, address, bias)) {
    placeOf(unit, address - bias, result.frames[0]);
    // The innermost scope, then that scope's parents where it really is: an inlined function's
    // own parents are those of its abstract definition.
    Dwarf_Die *scopes = nullptr;
    if (dwarf_getscopes(unit, address - bias, &scopes) > 0) {
      Dwarf_Die innermost = scopes[0];
      std::free(scopes);
      scopes = nullptr;
      const int count = dwarf_getscopes_die(&innermost, &scopes);
      addFunctions(unit, scopes, count, result);
    }
    std::free(scopes);
  }
  if (result.count)
    result.main = std::strcmp(result.frames[result.count - 1].function, "main") == 0;
  else
    nameBySymbol(module, address, result);
  return result;
}

} // namespace fencepost::runtime
