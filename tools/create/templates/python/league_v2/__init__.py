"""The parts of a league.v2 player; another strategy needs no change here.

`player` answers the messages of a match, `member` registers, `agent` checks and signs messages, `server`, `client` and
`json_rpc` are JSON-RPC 2.0 over HTTP, `shapes` and `player_messages` define valid messages, and `store` stores
the data that is needed after a restart. `memory_league`, `schedule` and `outcome` are for tests.
"""
