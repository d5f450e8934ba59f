"""What commands print of working sessions."""
