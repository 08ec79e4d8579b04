/** The full transcript of a match (contract 9): every message with its time, tokens left out. */
export interface TranscriptLine {
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly message: unknown;
}

export class Transcript {
  readonly lines: TranscriptLine[] = [];
  readonly #now: () => string;

  constructor(now: () => string) {
    this.#now = now;
  }

  add(from: string, to: string, message: object): void {
    this.lines.push({ at: this.#now(), from, to, message: withoutToken(message) });
  }
}

function withoutToken(message: object): object {
  const { auth_token: _secret, ...rest } = message as { auth_token?: string };
  return rest;
}
