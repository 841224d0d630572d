; Where two patterns match one node, the later one wins in Neovim and Helix reads the
; earlier one first; the patterns below are written so that no two disagree on a node.

[(comment) (unterminated_comment)] @comment
(number) @number
(string) @string

[(true) (false)] @constant.builtin.boolean
(none) @constant.builtin
(self) @variable.builtin
(bool_type) @type.builtin

; keywords

["model" "const" "param" "enum" "shared" "process" "states" "var" "define" "fairness" "initially" "end" "ring" "similar" "fair" "strong" "include" "record" "classes" "scalarset"
 "invariant" "ctl" "ltl" "pctl" "deadlock" "free" "reward" "on" "of" "rule"] @keyword
(queue_type "queue" @type.builtin)
(set_type "set" @type.builtin)
["with" "where" "when" "rate" "do" "any"] @keyword
["if" "else"] @keyword.conditional
(kind_declaration kind: _ @keyword)
(quantified_expression quantifier: _ @keyword)
(quantifier_prefix quantifier: _ @keyword)
(forall_statement "forall" @keyword)
(in_expression "in" @keyword.operator)

; operators

(binary_expression operator: _ @operator)
(unary_expression operator: _ @operator)
(ternary_expression ["?" ":"] @operator)
(bound operator: _ @operator)
(time_bound operator: _ @operator)
(query) @operator
(optional_type "?" @operator)
(range ".." @operator)
["->" ":=" "@"] @operator

(temporal_unary_expression operator: _ @keyword.operator)
(temporal_binary_expression operator: _ @keyword.operator)
(path_quantified_expression quantifier: _ @keyword.operator)
(path_quantified_expression operator: _ @keyword.operator)
(probability_expression operator: _ @keyword.operator)
(steady_expression operator: _ @keyword.operator)
(reward_expression operator: _ @keyword.operator)
(reward_expression quantifier: _ @keyword.operator)
(path operator: _ @keyword.operator)
(reward_path operator: _ @keyword.operator)

; names

(model_declaration name: (identifier) @module)
(enum_declaration name: (identifier) @type)
(process_declaration name: (identifier) @type)
(record_declaration name: (identifier) @type)
(record_expression name: (identifier) @type)
(named_type name: (identifier) @type)
(optional_type name: (identifier) @type)
(array_type index: (identifier) @type)
(binder type: (identifier) @type)
(any_expression domain: (identifier) @type)

(const_declaration name: (identifier) @constant)
(param name: (identifier) @constant)
(enum_declaration member: (identifier) @constant)
(enum_type member: (identifier) @constant)
(states_declaration name: (identifier) @constant)
(edge_declaration source: (identifier) @constant)
(edge_declaration target: (identifier) @constant)
(rule_declaration source: (identifier) @constant)
(rule_declaration target: (identifier) @constant)
(location_expression name: (identifier) @constant)

(define_declaration name: (identifier) @function)
(call_expression name: (identifier) @function)
(rule_declaration name: (identifier) @function)
(reward_declaration rule: (identifier) @function)

(shared_declaration name: (identifier) @variable)
(var_declaration name: (identifier) @variable.member)
(record_field name: (identifier) @variable.member)
(member_expression name: (identifier) @variable.member)
(binder name: (identifier) @variable.parameter)
(parameter name: (identifier) @variable.parameter)
(any_expression name: (identifier) @variable.parameter)

(invariant_property name: (identifier) @label)
(ctl_property name: (identifier) @label)
(ltl_property name: (identifier) @label)
(pctl_property name: (identifier) @label)
(fairness_declaration name: (identifier) @label)
(reward_declaration name: (identifier) @label)

; punctuation

["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ";"] @punctuation.delimiter
