"""What a league.v2 player is made of; nothing here needs to be changed for another strategy.

`player` answers the messages of a match, `member` registers, `agent` checks and signs messages, `server`, `client` and
`json_rpc` are JSON-RPC 2.0 over HTTP, `shapes` and `player_messages` say what a message must look like, and `store` keeps
what a restart must not lose. `memory_league`, `schedule` and `outcome` are for tests.
"""
