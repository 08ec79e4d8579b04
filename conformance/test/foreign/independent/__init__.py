"""What the three independent agents are made of.

`agent`, `member`, `client`, `server`, `json_rpc`, `shapes` and `store` are for every agent, `player_messages` is for
the player, `match` and `outcome` are for the referee, and `league`, `season`, `registration`, `results`
and `queries` are for the league manager.
"""
