# cmake -DINPUT=file -DOUTPUT=file.c -DSYMBOL=name -DHEADER=header -P Embed.cmake
# Makes the bytes of a file a constant array of the program: const char SYMBOL[]; const size_t SYMBOL_len.
file(READ "${INPUT}" hex HEX)
string(LENGTH "${hex}" digits)
math(EXPR length "${digits} / 2")
string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
file(WRITE "${OUTPUT}" "#include \"${HEADER}\"\n\nconst char ${SYMBOL}[] = {\n${bytes}0};\n"
  "const size_t ${SYMBOL}_len = ${length};\n")
