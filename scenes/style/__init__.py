"""The look of everything: colours, type, icons, shapes and felt."""
