[(source_file) (move) (part_move) (def) (block)] @local.scope
[
  (param name: (identifier))
  (let name: (identifier))
  (state name: (identifier))
  (def name: (identifier))
  (def parameter: (identifier))
  (move name: (identifier))
  (choice name: (identifier))
  (var name: (identifier))
  (for name: (identifier))
  (clause name: (identifier))
] @local.definition
(identifier) @local.reference
