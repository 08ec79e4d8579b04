/** A player or referee of the suite for a manager under test: it registers, listens, and sends with its token. */
import { deadlineOf, replyTypeOf } from "../../contract.js";
import type { JsonObject } from "../../json.js";
import type { Answer } from "../exchange/answer.js";
import type { MessageOverrides } from "../exchange/peer-client.js";
import type { PeerContext, Target } from "../exchange/peer-context.js";
import type { Reaction, Received } from "../exchange/received.js";
import { EVEN_ODD } from "../game.js";
import { Actor } from "./actor.js";
import { isFromAnotherRun } from "./other-runs.js";

export type PeerRole = "player" | "referee";

export interface PeerOptions {
  role: PeerRole;
  displayName: string;
  /** The id in the sender of its registration; default its display name, without what an id cannot contain. */
  ownId?: string;
  /** How it answers a message; undefined from it: the usual acknowledgement. */
  react?: (received: Received, peer: RegisteredPeer) => Reaction | undefined;
  /** Changes to the registration, such as another game type. */
  registration?: MessageOverrides;
  /** Of a referee. */
  maxConcurrentMatches?: number;
}

/** Whose acknowledgements name the round. */
const OF_A_ROUND: ReadonlySet<string | undefined> = new Set([
  "ROUND_ANNOUNCEMENT",
  "LEAGUE_STANDINGS_UPDATE",
  "ROUND_COMPLETED",
]);

export class RegisteredPeer extends Actor {
  readonly role: PeerRole;
  readonly displayName: string;
  /** The answers to its attempts to register, in order. */
  readonly registrations: Answer[] = [];
  /** Its unaltered queries, except those to a restarted manager that may have lost its token. */
  readonly queries: { type: string; answer: Answer }[] = [];
  readonly manager: Target;
  private readonly own: PeerOptions;
  private disconnected = false;

  constructor(peerContext: PeerContext, manager: Target, own: PeerOptions) {
    super(peerContext, {
      sender: `${own.role}:${own.ownId ?? own.displayName.replaceAll(/[^\w-]/g, "")}`,
      expectedSender: () => ({ role: "manager" }),
      isFromAnotherRun: (message) => isFromAnotherRun(message, [{ role: "manager" }], [this.leagueId]),
      variables: () => ({ recipient: this.id }),
      usual: (received) => own.react?.(received, this) ?? this.acknowledge(received),
    });
    this.manager = manager;
    this.own = own;
    this.role = own.role;
    this.displayName = own.displayName;
  }

  /** The id that the manager assigned; undefined before the registration and after a refusal. */
  override get id(): string | undefined {
    const id = this.grant?.[`${this.role}_id`];
    return typeof id === "string" && id !== "" ? id : undefined;
  }

  get token(): string | undefined {
    const token = this.grant?.auth_token;
    return typeof token === "string" ? token : undefined;
  }

  get leagueId(): unknown {
    return this.grant?.league_id;
  }

  /** Whether the manager admitted it. */
  get accepted(): boolean {
    return this.id !== undefined;
  }

  /** Sends its registration and keeps the answer. From then on it sends with the granted id and token. */
  async register(overrides: MessageOverrides = {}): Promise<Answer> {
    const own = this.own.registration ?? {};
    const answer = await this.client.say(this.manager, this.registrationType, this.registration(), {
      ...own,
      ...overrides,
      set: { ...own.set, ...overrides.set },
    });
    this.registrations.push(answer);
    if (this.id !== undefined) this.become(`${this.role}:${this.id}`, this.token);
    return answer;
  }

  /** Sends any message to the manager in its own name. */
  say(type: string, fields: JsonObject, overrides: MessageOverrides = {}): Promise<Answer> {
    return this.client.say(this.manager, type, fields, overrides);
  }

  /** LEAGUE_QUERY. */
  async query(type: string, fields: JsonObject = {}, overrides: MessageOverrides = {}): Promise<Answer> {
    const { unusual } = this.peerContext.recorder;
    const asked = { league_id: this.leagueId, query_type: type, ...fields };
    const answer = await this.say("LEAGUE_QUERY", asked, overrides);
    const isOwn = Object.keys(fields).length + Object.keys(overrides).length === 0;
    if (isOwn && unusual !== "restart") this.queries.push({ type, answer });
    return answer;
  }

  /** From now on its connections are refused, as if its process had ended. */
  disconnect(): Promise<void> {
    this.disconnected = true;
    return this.refuse(true);
  }

  reconnect(): Promise<void> {
    this.disconnected = false;
    return this.refuse(false);
  }

  get isDisconnected(): boolean {
    return this.disconnected;
  }

  private get registrationType(): string {
    return this.role === "player" ? "LEAGUE_REGISTER_REQUEST" : "REFEREE_REGISTER_REQUEST";
  }

  get grant(): JsonObject | undefined {
    return this.acceptances.findLast((answer) => this.isInTime(answer))?.result;
  }

  /** The time until it was accepted in milliseconds, where that was too late. */
  get late_ms(): number | undefined {
    return this.acceptances.find((answer) => !this.isInTime(answer))?.ms;
  }

  private get acceptances(): Answer[] {
    return this.registrations.filter(
      (answer) => answer.outcome === "message" && answer.result.status !== "REJECTED",
    );
  }

  /** A caller stops waiting after this time. */
  private isInTime({ ms }: Answer): boolean {
    const deadline_ms = deadlineOf(this.registrationType);
    // The margin is computed only where it decides, because this runs for every message.
    return ms <= deadline_ms || ms <= deadline_ms + this.peerContext.margin_ms();
  }

  private registration(): JsonObject {
    const meta = {
      display_name: this.displayName,
      version: "1.0.0",
      game_types: [EVEN_ODD.type],
      contact_endpoint: this.url,
      protocol_version: "2.0.0",
    };
    if (this.role === "player") return { player_meta: meta };
    return { referee_meta: { ...meta, max_concurrent_matches: this.own.maxConcurrentMatches ?? 2 } };
  }

  /** The contract's acknowledgement of a message; undefined where it has none. */
  acknowledge({ type, message }: Received): Reaction | undefined {
    const reply = type === undefined ? undefined : replyTypeOf(type);
    if (reply === undefined) return undefined;
    const about = (member: string) => (message[member] === undefined ? {} : { [member]: message[member] });
    if (type === "RUN_MATCH") return { say: reply, fields: { ...about("match_id"), status: "acknowledged" } };
    const fields = {
      status: "ACKNOWLEDGED",
      ...this.ownId(),
      ...(OF_A_ROUND.has(type) ? about("round_id") : {}),
    };
    return { say: reply, fields };
  }

  private ownId(): JsonObject {
    return this.id === undefined ? {} : { [`${this.role}_id`]: this.id };
  }
}
