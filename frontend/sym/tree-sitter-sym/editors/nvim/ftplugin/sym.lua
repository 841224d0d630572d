-- Tree-sitter highlighting for .sym. The parser is parser/sym.so on the runtime path.
vim.bo.commentstring = '// %s'
vim.bo.shiftwidth = 2
vim.bo.expandtab = true

if vim.treesitter.start then
  vim.treesitter.start(0, 'sym')
else -- Neovim 0.7
  vim.treesitter.highlighter.new(vim.treesitter.get_parser(0, 'sym'))
end
