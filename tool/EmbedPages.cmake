# Writes OUTPUT, a C++ source with the text of the files PAGES.
#
# A raw string literal may have 64 kB in some compilers; pages are far smaller.

set(text "#include \"CheckPages.h\"\n\nnamespace hooktidy {\n\n")
string(APPEND text "const std::vector<CheckPage> &checkPages() {\n")
string(APPEND text "  static const std::vector<CheckPage> pages = {\n")
foreach(page IN LISTS PAGES)
  get_filename_component(check ${page} NAME_WE)
  file(READ ${page} contents)
  string(APPEND text "      {\"${check}\", R\"hooktidy_page(${contents})hooktidy_page\"},\n")
endforeach()
string(APPEND text "  };\n  return pages;\n}\n\n} // namespace hooktidy\n")
file(WRITE ${OUTPUT} "${text}")
