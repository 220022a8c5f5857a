"""How everything looks: colours, type, signs, shapes and felt."""
