//===- FormattedAccesses.cpp - what printf read and scanf wrote -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/FormattedAccesses.h"

#include "runtime/access/Accesses.h"
#include "runtime/access/Strings.h"

#include <cwchar>

namespace fencepost::runtime {

namespace {

/// A conversion of a format: %, flags, width, precision, length, letter.
struct Conversion {
  char letter = 0; // 0: none is left, or one that is not known
  bool suppressed = false;
  bool widthArgument = false, precisionArgument = false;
  bool hasPrecision = false;
  bool allocates = false; // %ms
  uint64_t width = 0, precision = 0;
  unsigned bytes = sizeof(int); // of an integer
  bool isLong = false;          // l: double, wchar_t
  bool isLongDouble = false;
};

uint64_t parseNumber(const char *&at) {
  uint64_t number = 0;
  for (; *at >= '0' && *at <= '9'; ++at)
    number = number * 10 + static_cast<uint64_t>(*at - '0');
  return number;
}

void parseLength(const char *&at, Conversion &conversion) {
  for (;; ++at) {
    switch (*at) {
    case 'h':
      conversion.bytes /= 2;
      break;
    case 'l':
    case 'q':
    case 'j':
    case 'z':
    case 't':
      conversion.bytes = sizeof(long);
      conversion.isLong = true;
      break;
    case 'L':
      conversion.bytes = sizeof(long long);
      conversion.isLongDouble = true;
      break;
    default:
      return;
    }
  }
}

/// The next conversion at or after `at`, which is moved behind it. Arguments by number ("%1$d")
/// are not understood: the letter is '$' then.
Conversion nextConversion(const char *&at, bool scans) {
  Conversion conversion;
  while (*at && *at != '%')
    ++at;
  if (!*at)
    return conversion;
  ++at;
  while (*at && (scans ? *at == '*' || *at == '\'' || *at == 'I'
                       : *at == '-' || *at == '+' || *at == ' ' || *at == '#' || *at == '0' ||
                             *at == '\'' || *at == 'I'))
    conversion.suppressed |= *at++ == '*';
  if (*at == '*') {
    conversion.widthArgument = true;
    ++at;
  }
  conversion.width = parseNumber(at);
  if (*at == '.') {
    ++at;
    conversion.hasPrecision = true;
    if (*at == '*') {
      conversion.precisionArgument = true;
      ++at;
    }
    conversion.precision = parseNumber(at);
  }
  if (scans && *at == 'm') {
    conversion.allocates = true;
    ++at;
  }
  parseLength(at, conversion);
  conversion.letter = *at;
  if (*at)
    ++at;
  if (scans && conversion.letter == '[') { // the first bracket may be one of the set
    at += *at == '^';
    at += *at == ']';
    while (*at && *at != ']')
      ++at;
    at += *at == ']';
  }
  return conversion;
}

constexpr bool isOneOf(char letter, const char *letters) {
  for (; *letters; ++letters)
    if (*letters == letter)
      return true;
  return false;
}

void recordAt(Site &site, bool store, const void *address, uint64_t bytes) {
  if (address && bytes)
    recordAccess(site, store, reinterpret_cast<uint64_t>(address), bytes);
}

uint64_t stringAt(const void *address, unsigned unit, uint64_t most = UINT64_MAX) {
  return stringBytes(reinterpret_cast<uint64_t>(address), unit, most);
}

/// Bytes that scanf stored for a conversion it made.
uint64_t scannedBytes(const Conversion &conversion, const void *to) {
  if (conversion.allocates)
    return sizeof(void *);
  const unsigned unit = conversion.isLong ? sizeof(wchar_t) : 1;
  if (conversion.letter == 'c')
    return (conversion.width ? conversion.width : 1) * unit;
  if (isOneOf(conversion.letter, "s["))
    return stringAt(to, unit);
  if (isOneOf(conversion.letter, "aAeEfFgG"))
    return conversion.isLongDouble ? sizeof(long double)
           : conversion.isLong     ? sizeof(double)
                                   : sizeof(float);
  return conversion.letter == 'p' ? sizeof(void *) : conversion.bytes;
}

} // namespace

void recordPrinted(Site &reads, Site &writes, const char *format, va_list arguments) {
  for (;;) {
    Conversion conversion = nextConversion(format, false);
    const char letter = conversion.letter;
    if (letter == '%' && !conversion.widthArgument)
      continue;
    if (conversion.widthArgument)
      (void)va_arg(arguments, int);
    if (conversion.precisionArgument) {
      const int precision = va_arg(arguments, int);
      conversion.hasPrecision = precision >= 0; // a negative one is none
      conversion.precision = static_cast<uint64_t>(precision);
    }
    if (isOneOf(letter, "diouxX")) {
      if (conversion.bytes == sizeof(long))
        (void)va_arg(arguments, long);
      else
        (void)va_arg(arguments, int);
    } else if (letter == 'c') {
      (void)va_arg(arguments, int);
    } else if (isOneOf(letter, "aAeEfFgG")) {
      if (conversion.isLongDouble)
        (void)va_arg(arguments, long double);
      else
        (void)va_arg(arguments, double);
    } else if (letter == 's') {
      const void *string = va_arg(arguments, const void *);
      // How many wide characters a precision in bytes takes depends on the locale.
      if (!conversion.isLong)
        recordAt(reads, false, string,
                 stringAt(string, 1, conversion.hasPrecision ? conversion.precision : UINT64_MAX));
      else if (!conversion.hasPrecision)
        recordAt(reads, false, string, stringAt(string, sizeof(wchar_t)));
    } else if (letter == 'p') {
      (void)va_arg(arguments, const void *);
    } else if (letter == 'n') {
      recordAt(writes, true, va_arg(arguments, void *), conversion.bytes);
    } else if (letter != 'm' && letter != '%') {
      return; // the end, or the types of what follows are not known
    }
  }
}

void recordScanned(Site &writes, const char *format, int64_t assigned, va_list arguments) {
  while (assigned > 0) {
    const Conversion conversion = nextConversion(format, true);
    if (conversion.letter == '%' || conversion.suppressed)
      continue;
    if (!isOneOf(conversion.letter, "diouxXaAeEfFgGsc[pn"))
      return;
    const void *to = va_arg(arguments, const void *);
    // %n is not counted; it was reached where another conversion was made behind it.
    if (conversion.letter == 'n') {
      recordAt(writes, true, to, conversion.bytes);
      continue;
    }
    recordAt(writes, true, to, scannedBytes(conversion, to));
    --assigned;
  }
}

} // namespace fencepost::runtime
