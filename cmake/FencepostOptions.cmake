# fencepostOptions: what every target of ours is compiled with.
add_library(fencepostOptions INTERFACE)
target_compile_options(fencepostOptions INTERFACE -Wall -Wextra -Wpedantic -Wno-missing-field-initializers)
if(FENCEPOST_WERROR)
  target_compile_options(fencepostOptions INTERFACE -Werror)
endif()

# fencepostTool: on top of that, for the executables that the sanitizer presets check. The plugins
# and the runtime live in other people's processes and stay as they are.
# But for the runtime under the thread sanitizer (preset tsan): then the programs are compiled with it, too.
set(FENCEPOST_SANITIZE "" CACHE STRING "Sanitizers for the executables, as in -fsanitize=")
add_library(fencepostTool INTERFACE)
target_link_libraries(fencepostTool INTERFACE fencepostOptions)
add_library(fencepostInProgram INTERFACE)
if(FENCEPOST_SANITIZE STREQUAL "thread")
  target_compile_options(fencepostInProgram INTERFACE -fsanitize=thread)
else()
  target_link_options(fencepostInProgram INTERFACE -Wl,-z,defs) # the sanitizer's come with the program
endif()
if(FENCEPOST_SANITIZE)
  target_compile_options(fencepostTool INTERFACE -fsanitize=${FENCEPOST_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(fencepostTool INTERFACE -fsanitize=${FENCEPOST_SANITIZE})
endif()
