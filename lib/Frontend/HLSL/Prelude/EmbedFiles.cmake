# cmake -DOUTPUT=Prelude.inc -DFILES="a.hlsl;b.hlsl" -P EmbedFiles.cmake: writes {"name", "text"}, for each file.
set(entries)
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  string(APPEND entries "{\"${name}\", R\"hlsl-file(${text})hlsl-file\"},\n")
endforeach()
file(WRITE ${OUTPUT} "${entries}")
