"""The database behind the ports: SQLite in one file, or PostgreSQL."""
