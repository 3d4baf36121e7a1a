"""The light of a cell: a model of LED, walls and opal sheet, and how evenly it lights a recess."""
