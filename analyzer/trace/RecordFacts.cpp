//===- RecordFacts.cpp - what the attributes of a record say --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/Reading.h"

namespace fencepost::analyzer {

const Facts &factsOf(void *data, OTF2_AttributeList *list) {
  static const Facts kNothing;
  uint32_t count = OTF2_AttributeList_GetNumberOfElements(list);
  if (!count)
    return kNothing;
  Facts &facts = static_cast<Reading *>(data)->facts;
  facts = {};
  const auto &known = static_cast<Reading *>(data)->forEvents.facts;
  for (uint32_t i = 0; i < count; ++i) {
    OTF2_AttributeRef id;
    OTF2_Type type;
    OTF2_AttributeValue value;
    if (OTF2_AttributeList_GetAttributeByIndex(list, i, &id, &type, &value) != OTF2_SUCCESS)
      continue;
    const Fact *found = known.find(id);
    if (!found)
      continue;
    switch (*found) {
    case Fact::Site:
      facts.site = value.callingContextRef;
      break;
    case Fact::Window:
      facts.window = value.rmaWinRef;
      break;
    case Fact::Target:
      facts.target = value.uint32;
      break;
    case Fact::Base:
      facts.base = value.uint64;
      break;
    case Fact::Size:
      facts.size = value.uint64;
      break;
    case Fact::DispUnit:
      facts.dispUnit = type == OTF2_TYPE_UINT32 ? value.uint32 : value.uint64;
      break;
    case Fact::Flavor:
      facts.flavor = value.uint32;
      break;
    case Fact::Model:
      facts.model = value.uint32;
      break;
    case Fact::Info:
      facts.info = value.stringRef;
      break;
    case Fact::Displacement:
      facts.displacement = value.int64;
      break;
    case Fact::Op:
      facts.op = value.stringRef;
      break;
    case Fact::Type:
      facts.type = value.stringRef;
      break;
    case Fact::Operand:
      facts.values.operand = value.uint64;
      break;
    case Fact::Compare:
      facts.values.compare = value.uint64;
      break;
    case Fact::Result:
      facts.values.result = value.uint64;
      break;
    case Fact::Request:
      facts.request = value.uint64;
      break;
    case Fact::Synchronous:
      facts.synchronous = value.uint32 != 0;
      break;
    case Fact::Assert:
      facts.assertion = value.uint32;
      break;
    case Fact::Sources:
      facts.sources = value.groupRef;
      break;
    case Fact::Destinations:
      facts.destinations = value.groupRef;
      break;
    case Fact::Persistent:
      facts.persistent = value.uint32;
      break;
    case Fact::Comm:
      facts.comm = value.commRef;
      break;
    case Fact::Source:
      facts.source = value.uint32;
      break;
    case Fact::Tag:
      facts.tag = value.uint32;
      break;
    case Fact::Releases:
    case Fact::Acquires:
      facts.object = value.uint64;
      break;
    case Fact::Other:
      facts.other = value.callingContextRef;
      break;
    case Fact::Begin:
      facts.begin = value.int64;
      break;
    case Fact::End:
      facts.end = value.int64;
      break;
    case Fact::Limit:
      facts.limit = value.uint64;
      break;
    case Fact::Detail:
      facts.detail = value.stringRef;
      break;
    }
  }
  return facts;
}

} // namespace fencepost::analyzer
