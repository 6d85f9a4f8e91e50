[(block) (part) (list) (set) (choices) (parenthesized)] @indent
["}" "]" ")"] @outdent
