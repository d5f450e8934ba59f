"""Scripted agents of working sessions. A new module in this folder is a new agent; no list names them."""
