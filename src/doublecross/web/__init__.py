"""The live tables in a browser: the server, its pages and its interface for programs. It sees Views only."""
