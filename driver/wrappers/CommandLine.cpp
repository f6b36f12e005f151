//===- CommandLine.cpp - what a compiler invocation asks for ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/wrappers/CommandLine.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <string_view>

namespace fencepost::driver {

/// Words of a response file by GNU rules: blanks separate, quotes and backslashes protect.
static Arguments splitWords(const std::string &text) {
  Arguments words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
      inWord = true;
    } else if (quote ? c == quote : c == '"' || c == '\'') {
      quote = quote ? 0 : c;
      inWord = true;
    } else if (!quote && std::isspace(static_cast<unsigned char>(c))) {
      if (inWord)
        words.push_back(word);
      word.clear();
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (inWord)
    words.push_back(word);
  return words;
}

static Arguments expand(const Arguments &arguments, int depth) {
  constexpr int kMaxDepth = 20; // files that name each other
  Arguments result;
  for (const std::string &argument : arguments) {
    std::ifstream file;
    if (argument.starts_with('@') && depth < kMaxDepth)
      file.open(argument.substr(1));
    if (!file.is_open()) {
      result.push_back(argument);
      continue;
    }
    std::string text{std::istreambuf_iterator<char>(file), {}};
    Arguments inner = expand(splitWords(text), depth + 1);
    result.insert(result.end(), inner.begin(), inner.end());
  }
  return result;
}

Arguments expandResponseFile(const std::string &argument) { return expand({argument}, 0); }

Arguments expandAll(const Arguments &arguments) { return expand(arguments, 0); }

/// Options whose value is the next argument, which is then not an option of its own.
static bool takesValue(std::string_view option) {
  constexpr std::array options{
      "-o",       "-x",          "-I",       "-L",         "-D",
      "-U",       "-l",          "-MF",      "-MT",        "-MQ",
      "-include", "-isystem",    "-iquote",  "-idirafter", "-Xclang",
      "-Xlinker", "-Xassembler", "-T",       "-u",         "-z",
      "-arch",    "-target",     "-imacros", "-isysroot",  "-Xpreprocessor"};
  return std::ranges::find(options, option) != options.end();
}

template <typename Predicate> static bool anyOption(const Arguments &expanded, Predicate fits) {
  for (std::size_t i = 0; i < expanded.size(); ++i) {
    if (fits(std::string_view(expanded[i])))
      return true;
    if (takesValue(expanded[i]))
      ++i;
  }
  return false;
}

bool links(const Arguments &expanded) {
  return !anyOption(expanded, [](std::string_view option) {
    constexpr std::array stops{
        "-c",          "-S",           "-E",           "-fsyntax-only", "-M",
        "-MM",         "-r",           "-emit-ast",    "--precompile",  "--analyze",
        "--version",   "-dumpversion", "-dumpmachine", "--help",        "-fdriver-only",
        "-extract-api"};
    return std::ranges::find(stops, option) != stops.end() || option.starts_with("-print-") ||
           option.starts_with("--print-");
  });
}

bool optimizesIr(const Arguments &expanded) {
  return anyOption(expanded,
                   [](std::string_view option) {
                     return option.starts_with("-save-temps") ||
                            option.starts_with("--save-temps") ||
                            (!option.starts_with('-') &&
                             (option.ends_with(".ll") || option.ends_with(".bc")));
                   }) ||
         std::ranges::adjacent_find(expanded, [](const auto &option, const auto &value) {
           return option == "-x" && value == "ir";
         }) != expanded.end();
}

bool leavesToLink(const Arguments &expanded) {
  const bool isThin = anyOption(expanded, [](auto option) { return option == "-flto=thin"; });
  return !isThin && anyOption(expanded, [](std::string_view option) {
    return option == "-fplugin-arg-fencepost-lto";
  });
}

std::string namedLinker(const Arguments &expanded) {
  constexpr std::string_view kOption = "-fuse-ld=";
  std::string name;
  anyOption(expanded, [&](std::string_view option) {
    if (option.starts_with(kOption))
      name = option.substr(kOption.size()); // the last one counts
    return false;
  });
  return name;
}

} // namespace fencepost::driver
