--- standard error
gentrans: 'ctmc.sym' has no property 'range'
--- exit code 2
