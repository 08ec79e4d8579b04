#!/usr/bin/env python3
"""A referee on the package league_v2.

    python3 referee.py --port 8001 --league http://127.0.0.1:8000/mcp --name "Python Referee"
"""
from league_v2 import Referee, main

if __name__ == "__main__":
    main(Referee, name="Python Referee")
