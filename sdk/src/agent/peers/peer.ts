/** Another agent that is called. */
export interface Peer {
  readonly endpoint: string;
  /** The wire form of the first call; default: the caller's choice. */
  readonly wire?: string;
  /** Variables that some forms add to the message: `recipient`, `player_a`, `player_b`, `league_id`, `round_id`. */
  readonly about?: Readonly<Record<string, unknown>>;
}
