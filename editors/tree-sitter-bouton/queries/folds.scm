[(move) (normalise) (part) (part_move) (if) (for)] @fold
