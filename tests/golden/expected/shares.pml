--- standard error
shares.sym: error: Spin cannot express this model: its guards and properties share so much that Spin's macros would expand to a million operators [target-model]
--- exit code 2
