"""The look of everything: colours, text, icons, shapes and felt."""
