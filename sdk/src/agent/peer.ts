/** Another agent, as its callers see it. */
export interface Peer {
  readonly endpoint: string;
  /** The wire form of the first call; the agent's own choice if nothing else is known. */
  readonly wire?: string;
  /** What some forms say besides the message: `recipient`, `player_a`, `player_b`, `league_id`, `round_id`. */
  readonly about?: Readonly<Record<string, unknown>>;
}
