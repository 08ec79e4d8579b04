/** The sender: fills the envelope of all messages of one agent (contract 2). */
import type { Identity, SenderFields, SignedIdentity } from "@league-v2/contract";
import { type Clock, timestamp } from "../../platform/clock.js";
import { LeagueRpcError } from "./errors.js";

export class SenderIdentity {
  readonly #clock: Clock;
  #sender: string;
  #token: string | undefined;
  /** The latest time that was written, and its text: a busy agent sends many messages in one millisecond. */
  #written = { ms: Number.NaN, text: "" };

  constructor(clock: Clock, sender: string) {
    this.#clock = clock;
    this.#sender = sender;
  }

  get sender(): string {
    return this.#sender;
  }

  get token(): string | undefined {
    return this.#token;
  }

  /**
   * From its registration on, an agent sends with the id and the token that the league manager gave it.
   * @param token undefined for an agent that is no longer a member
   */
  become(sender: string, token?: string): void {
    this.#sender = sender;
    this.#token = token;
  }

  /** RFC 3339, UTC, milliseconds. */
  now(offsetMs = 0): string {
    const ms = this.#clock.now() + offsetMs;
    if (ms !== this.#written.ms) this.#written = { ms, text: timestamp(ms) };
    return this.#written.text;
  }

  senderFields(): SenderFields {
    const [sender, timestamp, auth_token] = [this.#sender, this.now(), this.#token];
    return auth_token === undefined ? { sender, timestamp } : { sender, timestamp, auth_token };
  }

  identity(conversation_id: string): Identity {
    return { ...this.senderFields(), conversation_id };
  }

  /** @throws LeagueRpcError E008 before the registration, when there is no token. */
  signed(conversation_id: string): SignedIdentity {
    if (this.#token === undefined) throw new LeagueRpcError("E008", "this agent is not registered yet");
    return { ...this.identity(conversation_id), auth_token: this.#token };
  }
}

/** The sender of an agent without an id: `<role>:<display name slug>`. */
export function provisionalSender(role: "player" | "referee", displayName: string): string {
  const words = displayName
    .normalize("NFKD")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return `${role}:${words?.join("-") ?? "unnamed"}`;
}
