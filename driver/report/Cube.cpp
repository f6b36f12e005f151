//===- Cube.cpp - the report for the Cube tools ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUBE 3 XML, which later versions read, too: a metric tree, a call tree, the
// ranks on their hosts, and a value for each. Values include sub-metrics and
// leave the calls below out, as ours do.
//
//===----------------------------------------------------------------------===//

#include "report/CallTree.h"
#include "report/Reporter.h"
#include "report/Writing.h"

#include <fmt/format.h>

#include <iterator>

namespace fencepost::driver {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (char c : printable(text))
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\'':
      result += "&apos;";
      break;
    default:
      result += c;
    }
  return result;
}

class Writer {
public:
  Writer(const Results &results)
      : results(results), loaded(loadPaths(results.file)), tree(loaded.paths) {}

  std::string write() {
    add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cube version=\"3.0\">\n");
    attribute("Creator", fmt::format("Fencepost {}", FENCEPOST_VERSION));
    attribute("Program", results.fact("program"));
    attribute("Trace", results.fact("trace"));
    add("<doc>\n<mirrors>\n</mirrors>\n</doc>\n<metrics>\n");
    metricsBelow("");
    add("</metrics>\n<program>\n");
    program();
    add("</program>\n<system>\n");
    system();
    add("</system>\n<severity>\n");
    for (std::size_t id = 0; id < results.metrics.size(); ++id)
      severities(id);
    add("</severity>\n</cube>\n");
    return std::move(text);
  }

private:
  template <typename... Args> void add(fmt::format_string<Args...> format, Args &&...args) {
    fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
  }

  void attribute(std::string_view key, std::string_view value) {
    if (!value.empty())
      add("<attr key=\"{}\" value=\"{}\"/>\n", key, escaped(value));
  }

  /// A metric that names no metric of the results as its parent is a root.
  std::string_view parentOf(const Metric &metric) const {
    return results.metric(metric.parent) ? std::string_view(metric.parent) : std::string_view();
  }

  void metricsBelow(std::string_view parent) {
    for (std::size_t id = 0; id < results.metrics.size(); ++id) {
      const Metric &metric = results.metrics[id];
      if (parentOf(metric) != parent || metric.id == parent)
        continue;
      bool seconds = metric.unit == "s";
      add("<metric id=\"{}\">\n<disp_name>{}</disp_name>\n<uniq_name>{}</uniq_name>\n"
          "<dtype>{}</dtype>\n<uom>{}</uom>\n<url></url>\n<descr>{}</descr>\n",
          id, escaped(metric.id), escaped(metric.id), seconds ? "FLOAT" : "INTEGER",
          seconds                  ? "sec"
          : metric.unit == "bytes" ? "bytes"
                                   : "occ",
          escaped(metric.title));
      metricsBelow(metric.id);
      add("</metric>\n");
    }
  }

  void program() {
    for (std::size_t id = 0; id < tree.functions.size(); ++id)
      add("<region id=\"{}\" mod=\"{}\" begin=\"-1\" end=\"-1\">\n<name>{}</name>\n<url></url>\n"
          "<descr></descr>\n</region>\n",
          id, escaped(tree.functions[id].file), escaped(tree.functions[id].name));
    std::vector<std::vector<std::size_t>> below(tree.nodes.size() + 1);
    for (std::size_t id = 0; id < tree.nodes.size(); ++id)
      below[std::min(tree.nodes[id].parent, tree.nodes.size())].push_back(id);
    // Without recursion: call paths may be deep.
    std::vector<std::pair<std::size_t, std::size_t>> open{{tree.nodes.size(), 0}};
    while (!open.empty()) {
      auto &[node, next] = open.back();
      if (next == below[node].size()) {
        if (node < tree.nodes.size())
          add("</cnode>\n");
        open.pop_back();
        continue;
      }
      std::size_t id = below[node][next++];
      const CallTree::Node &child = tree.nodes[id];
      std::string line = child.line > 0 ? fmt::format(" line=\"{}\"", child.line) : "";
      add("<cnode id=\"{}\"{} mod=\"\" calleeId=\"{}\">\n", id, line, child.function);
      open.emplace_back(id, 0);
    }
  }

  /// Ranks in order; each is a process with one thread, as values are by rank.
  void system() {
    add("<machine Id=\"0\">\n<name>machine</name>\n<descr></descr>\n");
    std::map<std::string, std::vector<std::size_t>> ranksOf;
    for (std::size_t rank = 0; rank < loaded.hosts.size(); ++rank)
      ranksOf[loaded.hosts[rank]].push_back(rank);
    std::size_t node = 0;
    for (const auto &[host, ranks] : ranksOf) {
      add("<node Id=\"{}\">\n<name>{}</name>\n<descr></descr>\n", node++,
          host.empty() ? "unknown host" : escaped(host));
      for (std::size_t rank : ranks)
        add("<process Id=\"{0}\">\n<name>rank {0}</name>\n<rank>{0}</rank>\n"
            "<thread Id=\"{0}\">\n<name>rank {0}</name>\n<rank>0</rank>\n</thread>\n</process>\n",
            rank);
      add("</node>\n");
    }
    add("</machine>\n<topologies>\n</topologies>\n");
  }

  void severities(std::size_t id) {
    std::map<std::size_t, std::vector<double>> rows; // by call tree node
    forEachSeverity(results.file, results.metrics[id].id,
                    [&](std::size_t path, int64_t rank, double value) {
                      std::vector<double> &row = rows[tree.nodeOfPath[path]];
                      row.resize(loaded.hosts.size());
                      if (rank >= 0 && static_cast<std::size_t>(rank) < row.size())
                        row[static_cast<std::size_t>(rank)] += value;
                    });
    add("<matrix metricId=\"{}\">\n", id);
    for (const auto &[node, row] : rows) {
      add("<row cnodeId=\"{}\">\n", node);
      for (double value : row)
        add("{}\n", value);
      add("</row>\n");
    }
    add("</matrix>\n");
  }

  const Results &results;
  Severities loaded;
  CallTree tree;
  std::string text;
};

} // namespace

std::string renderCube(const Results &results, const ReportOptions &) {
  return Writer(results).write();
}

} // namespace fencepost::driver
