"""The lab: proves that a task can be solved, and that its checks tell good work from bad."""
