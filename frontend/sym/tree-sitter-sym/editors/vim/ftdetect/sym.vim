autocmd BufNewFile,BufRead *.sym setfiletype sym
