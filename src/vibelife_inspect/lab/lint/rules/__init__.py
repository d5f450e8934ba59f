"""One module per rule: a docstring that says what it asks, and `find(subject)`, which yields hits."""
