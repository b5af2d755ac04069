"""What must outlive the process: the events of every table, people and their tokens, in SQLite.

Stands below the web and knows nothing of games: an event is a kind, some bytes and a time.
"""
