/**
 * Agents with envelope and content in two objects, in camelCase and with times in milliseconds, with a separate path for every
 * message; they answer every request with an empty 202, and send their answers to the address in the request.
 */
import type { HttpReply, HttpRequest } from "../../../src/http/types.js";
import type { MemoryNetwork } from "../../../src/memory/index.js";
import { type Body, bodyOf } from "./json-rpc.js";

const at = Date.UTC(2025, 11, 20, 10);
const conversation = "5f0a1c52-3f4e-4c7b-9a57-0d5f6a3b9e10";

interface Received {
  readonly type: string;
  readonly header: Body;
  readonly body: Body;
}

/** The common part of the three roles. */
abstract class HeaderBodyAgent {
  readonly url: string;
  /** Types and tokens of all received messages. */
  readonly received: string[] = [];
  readonly tokens: unknown[] = [];
  protected readonly network: MemoryNetwork;
  protected readonly me: string;
  protected token: unknown;

  constructor(me: string, url: string, network: MemoryNetwork) {
    this.me = me;
    this.url = url;
    this.network = network;
    network.attach(url, this.#handle);
  }

  readonly #handle = async ({ body }: HttpRequest): Promise<HttpReply> => {
    const message = bodyOf(JSON.parse(String(body)));
    const [header, content] = [bodyOf(message.header), bodyOf(message.body)];
    if (message.header === undefined) return refusal("missing member 'header'");
    if (header.messageType === undefined) return refusal("missing member 'messageType'");
    this.received.push(String(header.messageType));
    this.tokens.push(header.authToken);
    const answer = this.receive({ type: String(header.messageType), header, body: content });
    if (typeof answer === "string") return refusal(answer);
    const text = answer === undefined ? "" : JSON.stringify(answer);
    return { status: answer === undefined ? 202 : 200, headers: {}, body: text };
  };

  /** @returns the text of a refusal, the answering message, or undefined if the answer is sent as a request */
  protected abstract receive(received: Received): string | Body | undefined;

  protected message(messageType: string, body: Body, conversationId: unknown = conversation): Body {
    const header = { protocol: "league.v2", messageType, sender: this.me, timestamp: at, conversationId };
    return { header: { ...header, replyTo: this.url, authToken: this.token ?? null }, body };
  }

  protected async post(base: unknown, path: string, message: Body): Promise<Body> {
    const url = `${String(base).replace(/\/mcp$/, "")}${path}`;
    const body = JSON.stringify(message);
    const reply = await this.network.send({ url, body, signal: new AbortController().signal });
    return reply.body === "" ? {} : bodyOf(JSON.parse(reply.body));
  }

  async register(league: string, messageType: string, body: Body): Promise<void> {
    const answer = await this.post(league, "/register", this.message(messageType, body));
    this.token = bodyOf(answer.body).authToken;
  }
}

/** It always chooses "EVEN". */
export class HeaderBodyPlayer extends HeaderBodyAgent {
  protected receive({ type, header, body }: Received): undefined {
    const { leagueId, roundId, matchId } = body;
    const frame = { leagueId, roundId, matchId };
    if (type === "GAME_INVITATION") this.#say(header, "/join-ack", "GAME_JOIN_ACK", frame);
    if (type !== "CHOOSE_PARITY_CALL" || leagueId === undefined || roundId === undefined) return;
    this.#say(header, "/choice", "PARITY_CHOICE", { ...frame, choice: "EVEN" });
  }

  #say({ replyTo, conversationId }: Body, path: string, type: string, body: Body): void {
    if (replyTo !== undefined) void this.post(replyTo, path, this.message(type, body, conversationId));
  }
}

/** It draws 4, so that "even" wins. */
export class HeaderBodyReferee extends HeaderBodyAgent {
  readonly #joined = new Set<unknown>();
  readonly #choices = new Map<unknown, string>();
  #order: Body | undefined;
  readonly league: string;

  constructor(url: string, network: MemoryNetwork, league: string) {
    super("REF01", url, network);
    this.league = league;
  }

  protected receive({ type, header, body }: Received): string | undefined {
    if (type === "RUN_MATCH") return this.#start(body);
    if (type === "GAME_JOIN_ACK") this.#join(header);
    else if (type === "PARITY_CHOICE") this.#choose(header, body);
    else return `unknown message ${type}`;
    return undefined;
  }

  get #players(): { readonly id: unknown; readonly endpoint: unknown }[] {
    const [a, b] = [bodyOf(this.#order?.playerA), bodyOf(this.#order?.playerB)];
    return [
      { id: a.id, endpoint: a.endpoint },
      { id: b.id, endpoint: b.endpoint },
    ];
  }

  #start(order: Body): string | undefined {
    if (typeof order.playerA !== "object") return "string indices must be integers, not 'str'";
    if (this.#order !== undefined) throw new Error("the order has arrived twice");
    this.#order = order;
    this.#tell("/invite", "GAME_INVITATION", ([me, other]) => ({ playerId: me, opponentId: other }));
    return undefined;
  }

  #join({ sender }: Body): void {
    this.#joined.add(sender);
    if (this.#joined.size === 2) this.#tell("/choose", "CHOOSE_PARITY_CALL", ([me]) => ({ playerId: me }));
  }

  #choose({ sender }: Body, { choice }: Body): void {
    this.#choices.set(sender, String(choice));
    if (this.#choices.size < 2) return;
    const right = this.#players.filter(({ id }) => this.#choices.get(id) === "even");
    const winner = right.length === 1 ? right[0]?.id : "DRAW";
    const [a, b] = this.#players.map(({ id }) => id);
    const choices = { playerAChoice: this.#choices.get(a), playerBChoice: this.#choices.get(b) };
    this.#tell("/game-over", "GAME_OVER", () => ({ winner, drawnNumber: 4, ...choices }));
    const report = { ...this.#frame, playerA: a, playerB: b, winner };
    void this.post(this.league, "/result", this.message("MATCH_RESULT_REPORT", report));
  }

  get #frame(): Body {
    const { leagueId, roundId, matchId } = this.#order ?? {};
    return { leagueId, roundId, matchId };
  }

  #tell(path: string, type: string, fields: (ids: readonly unknown[]) => Body): void {
    const [a, b] = this.#players;
    for (const [me, other] of [
      [a, b],
      [b, a],
    ])
      void this.post(
        me?.endpoint,
        path,
        this.message(type, { ...this.#frame, ...fields([me?.id, other?.id]) }),
      );
  }
}

/** It admits agents under their own ids, and starts the match when all three have registered. */
export class HeaderBodyManager extends HeaderBodyAgent {
  readonly reports: Body[] = [];
  readonly #members = new Map<string, Body>();

  constructor(url: string, network: MemoryNetwork) {
    super("LEAGUE_MANAGER", url, network);
  }

  protected receive({ type, header, body }: Received): string | Body | undefined {
    if (type === "MATCH_RESULT_REPORT") this.reports.push({ ...body, token: header.authToken });
    if (!type.endsWith("REGISTER_REQUEST")) return undefined;
    const id = type.startsWith("LEAGUE") ? body.playerId : body.refereeId;
    if (id === undefined || body.endpoint === undefined) return "missing member 'playerId'";
    this.#members.set(type.startsWith("LEAGUE") ? String(id) : "referee", { id, endpoint: body.endpoint });
    const authToken = `token-of-${String(id)}`;
    return this.message(type.replace("REQUEST", "RESPONSE"), {
      status: "ACCEPTED",
      authToken,
      leagueId: "L1",
    });
  }

  async start(): Promise<void> {
    const [playerA, playerB] = ["one", "two"].map((id) => this.#members.get(id));
    const order = { leagueId: "L1", roundId: 1, matchId: "R1M1", playerA, playerB };
    await this.post(this.#members.get("referee")?.endpoint, "/run-match", this.message("RUN_MATCH", order));
  }
}

function refusal(error: string): HttpReply {
  return { status: 400, headers: {}, body: JSON.stringify({ error }) };
}
