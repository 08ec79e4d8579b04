/** Another agent, as far as a caller must know it. */
export interface Peer {
  readonly endpoint: string;
  /** The wire form in which it is spoken to first; the agent's own choice where nothing else is known. */
  readonly wire?: string;
  /** What some forms say besides the message: `recipient`, `player_a`, `player_b`, `league_id`, `round_id`. */
  readonly about?: Readonly<Record<string, unknown>>;
}
