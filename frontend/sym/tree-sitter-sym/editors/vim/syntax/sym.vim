" The .sym language of gentrans, for Vim. Neovim and Helix can use the tree-sitter grammar instead.

if exists('b:current_syntax')
  finish
endif

syntax case match

syntax keyword symDeclaration model const param enum shared process states var rule define fairness initially end ring similar include record classes scalarset
syntax keyword symDeclaration reward deadlock free invariant mdp dtmc ctmc on of
syntax keyword symClause with where when rate do any in
syntax keyword symConditional if else
syntax keyword symQuantifier exists forall count
syntax keyword symType bool queue set
syntax keyword symBoolean true false
syntax keyword symSpecial self none

" Temporal words are words of the language only in their own kind of property.
syntax region symCtl matchgroup=symDeclaration start=/\<ctl\>/ matchgroup=NONE end=/;/ contains=@symExpression,symCtlWord
syntax region symLtl matchgroup=symDeclaration start=/\<ltl\>/ matchgroup=NONE end=/;/ contains=@symExpression,symLtlWord
syntax region symPctl matchgroup=symDeclaration start=/\<pctl\>/ matchgroup=NONE end=/;/ contains=@symExpression,symPctlWord
syntax keyword symCtlWord contained A E U W R AX EX AF EF AG EG
syntax keyword symLtlWord contained X F G U W R
syntax keyword symPctlWord contained P Pmin Pmax S R Rmin Rmax X F G U W C I

syntax match symOperator /[-+*\/%<>=!&|?@]\|:=\|\.\./
syntax match symNumber /\<\d\+\%(\.\d\+\)\?\%([eE][-+]\?\d\+\)\?\>/
" After the operators and the temporal words, so that these win: i@E, E -> M, j.v, // and /* */.
syntax match symLocation /@\s*\h\w*/
syntax match symMember /\w\@<=\.\h\w*/
syntax match symEdge /^\s*\zs\h\w*\ze\s*->/
syntax match symEdge /\%(^\s*\h\w*\s*->\s*\)\@<=\h\w*/
syntax region symString start=/"/ end=/"/ oneline
syntax keyword symTodo contained TODO FIXME XXX
syntax match symComment +//.*+ contains=symTodo
syntax region symComment start=+/\*+ end=+\*/+ contains=symTodo

syntax cluster symExpression contains=symQuantifier,symClause,symBoolean,symSpecial,symOperator,symNumber,symLocation,symMember,symString,symComment

highlight default link symDeclaration Keyword
highlight default link symClause Statement
highlight default link symConditional Conditional
highlight default link symQuantifier Repeat
highlight default link symType Type
highlight default link symBoolean Boolean
highlight default link symSpecial Special
highlight default link symCtlWord Operator
highlight default link symLtlWord Operator
highlight default link symPctlWord Operator
highlight default link symOperator Operator
highlight default link symNumber Number
highlight default link symLocation Constant
highlight default link symEdge Constant
highlight default link symString String
highlight default link symTodo Todo
highlight default link symComment Comment

let b:current_syntax = 'sym'
