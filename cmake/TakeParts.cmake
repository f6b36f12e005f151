# Copies what does not depend on LLVM from the build tree FROM to TO.
if(NOT EXISTS ${FROM}/bin/fencepost)
  message(FATAL_ERROR "${FROM} has not been built: build it first (scripts/build does)")
endif()
file(COPY ${FROM}/bin ${FROM}/lib DESTINATION ${TO}
     REGEX "/(fencepost-c(c|[+][+])|libFencepost[^/]*|libfencepost[A-Z][^/]*)$" EXCLUDE)
