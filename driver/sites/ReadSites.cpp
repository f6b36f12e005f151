//===- ReadSites.cpp - the sites in an object file ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/ReadSites.h"

#include "Error.h"

#include <libelf.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fencepost::driver {
namespace {

struct EndElf {
  void operator()(Elf *elf) const { elf_end(elf); }
};
using ElfHandle = std::unique_ptr<Elf, EndElf>;

class Descriptor {
public:
  explicit Descriptor(const std::string &file) : number(open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat status = {};
    if (number < 0)
      fail("{}: {}", file, std::strerror(errno));
    if (fstat(number, &status) == 0 && !S_ISREG(status.st_mode)) {
      close(number);
      fail("{}: not a file", file);
    }
  }
  ~Descriptor() { close(number); }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;

  const int number;
};

/// Records are NUL-terminated; between them the linker may have put more NULs.
void splitRecords(std::string_view bytes, std::vector<std::string> &records) {
  while (!bytes.empty()) {
    std::string_view record = bytes.substr(0, bytes.find('\0'));
    bytes.remove_prefix(std::min(record.size() + 1, bytes.size()));
    if (!record.empty())
      records.emplace_back(record);
  }
}

void readObject(Elf *elf, std::vector<std::string> &records) {
  std::size_t names = 0;
  if (elf_kind(elf) != ELF_K_ELF || elf_getshdrstrndx(elf, &names) != 0)
    return;
  for (Elf_Scn *section = nullptr; (section = elf_nextscn(elf, section));) {
    const Elf64_Shdr *header = elf64_getshdr(section); // ours are for 64-bit machines
    const char *name = header ? elf_strptr(elf, names, header->sh_name) : nullptr;
    if (!name || std::string_view(name) != kSiteSection || header->sh_type == SHT_NOBITS)
      continue;
    for (Elf_Data *data = nullptr; (data = elf_rawdata(section, data));)
      if (data->d_buf)
        splitRecords({static_cast<const char *>(data->d_buf), data->d_size}, records);
  }
}

void readMembers(int descriptor, Elf *archive, std::vector<std::string> &records) {
  Elf_Cmd command = ELF_C_READ;
  while (ElfHandle member{elf_begin(descriptor, command, archive)}) {
    readObject(member.get(), records);
    command = elf_next(member.get());
  }
}

bool isBitcode(Elf *elf) {
  std::size_t size = 0;
  const char *bytes = elf_rawfile(elf, &size);
  return bytes && size >= 4 &&
         (std::memcmp(bytes, "BC\xC0\xDE", 4) == 0 ||
          std::memcmp(bytes, "\xDE\xC0\x17\x0B", 4) == 0);
}

/// Sites of one place come together, files in order.
void sortByPlace(std::vector<std::string> &records) {
  auto key = [](const std::string &text) {
    SiteRecord record = parseSiteRecord(text).value_or(SiteRecord());
    return std::tuple(record.file, record.line, record.column, record.kind, record.call);
  };
  std::sort(records.begin(), records.end(), [&](const auto &a, const auto &b) {
    return std::pair(key(a), std::string_view(a)) < std::pair(key(b), std::string_view(b));
  });
  records.erase(std::unique(records.begin(), records.end()), records.end());
}

} // namespace

std::vector<std::string> readSiteRecords(const std::string &file) {
  Descriptor descriptor(file);
  elf_version(EV_CURRENT);
  ElfHandle elf(elf_begin(descriptor.number, ELF_C_READ, nullptr));
  if (!elf)
    fail("{}: {}", file, elf_errmsg(-1));

  std::vector<std::string> records;
  if (elf_kind(elf.get()) == ELF_K_AR)
    readMembers(descriptor.number, elf.get(), records);
  else if (elf_kind(elf.get()) == ELF_K_ELF)
    readObject(elf.get(), records);
  else if (isBitcode(elf.get()))
    fail("{}: LLVM bitcode (compiled with -flto): give the linked program", file);
  else
    fail("{}: not an object file, archive or program", file);

  if (records.empty())
    fail("{}: no sites: compiled without Fencepost, or it does not use MPI: compile it with "
         "fencepost-cc",
         file);
  for (const std::string &record : records)
    if (!parseSiteRecord(record))
      fail("{}: its sites were written by another version of Fencepost: compile it again", file);
  sortByPlace(records);
  return records;
}

} // namespace fencepost::driver
