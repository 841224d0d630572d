--- standard error
gentrans: 'mdp.sym' has no property 'jabs'
--- exit code 2
