/**
 * A gateway around one agent: the agent reads and writes canonical messages only, and peers of other forms read and write
 * their own. It wraps the agent's transport and its handler.
 */
import { errorCodes, protocol } from "@league-v2/contract";
import type { AgentContext } from "../../agent/core/agent.js";
import { isJson } from "../../http/request-parts.js";
import type { HttpHandler, HttpReply, HttpRequest } from "../../http/types.js";
import { isObject, parseJson } from "../../json/parse-json.js";
import { abortable } from "../../platform/abort.js";
import { timestamp } from "../../platform/clock.js";
import {
  type IncomingReply,
  type OutgoingRequest,
  type Transport,
  TransportError,
} from "../../platform/transport.js";
import { membersOutsideResult, withUsualNames } from "../content/member-copies.js";
import type { Derivation } from "../evidence/types.js";
import { Forms, type FormsChoice } from "../form/forms.js";
import { type Row, rowNamed } from "../message/contract.js";
import type { Located } from "../message/find-message.js";
import { asText } from "../message/members.js";
import { isOffsetUtc } from "../message/times.js";
import type { JsonObject } from "../message/types.js";
import type { Call } from "./call-in-form.js";
import { type CanonicalAnswer, type Destination, Inward, withToken, withVersion } from "./inward.js";
import { AnnouncedMatches } from "./matches/announced-matches.js";
import { MatchFacts, noToken } from "./matches/match-facts.js";
import { MatchStarts } from "./matches/match-starts.js";
import { PlayerAnswers } from "./matches/player-answers.js";
import { PushedAnswers } from "./matches/pushed-answers.js";
import { type Role, registrant } from "./messages.js";
import { Negotiator } from "./negotiation/negotiator.js";
import { Outward, Unanswered } from "./outward.js";
import type { GatewayParts } from "./parts.js";
import type { Peer, PeerStore } from "./peer.js";
import { Peers } from "./peers.js";
import { answerBody, jsonReply, noContent } from "./reading/answer-in-form.js";

/** Which forms the peers of an agent may have, and where is kept what is known about them. */
export interface FormsOptions {
  /** Default `documented`. */
  readonly forms?: FormsChoice;
  /** Keeps what is known about peers, also their tokens. Without it a restarted agent learns it again. */
  readonly store?: PeerStore;
}

/** More than are asked at a time. */
const mostChosen = 1024;
const unknownAgent = { error: "no agent is known at this address" };

export class Gateway {
  readonly #parts: GatewayParts;
  readonly #inward: Inward;
  readonly #outward: Outward;
  readonly #negotiator: Negotiator;
  readonly #starts: MatchStarts;
  readonly #answers: PlayerAnswers;
  readonly #announced: AnnouncedMatches;
  readonly #closed = new AbortController();
  readonly #loaded: Promise<void>;
  /** Choices that were answered, by match and player. */
  readonly #chosen = new Set<string>();
  /** Choices of other players, which are asked once: by address and match. */
  readonly #choices = new Map<string, JsonObject>();
  #id: string | undefined;
  #inner: HttpHandler = async () => ({ status: 503, headers: {}, body: "" });

  constructor(role: Role, context: AgentContext, options: FormsOptions = {}) {
    const forms = new Forms(options.forms);
    const peers = new Peers(forms, options.store);
    this.#parts = {
      role,
      context,
      forms,
      peers,
      facts: new MatchFacts(),
      pushed: new PushedAnswers(),
      signal: this.#closed.signal,
      ownId: () => this.#id,
      now: () => timestamp(context.clock.now()),
      log: (level, message) => context.log?.({ level, message }),
      deliver: async (method, message) => {
        const answer = await this.#call(method, message, 1);
        return answer !== undefined && "result" in answer ? answer.result : undefined;
      },
      addressFor: (recipient, isForeign, address) => this.#addressFor(recipient, isForeign, address),
    };
    this.#negotiator = new Negotiator(this.#parts);
    this.#outward = new Outward(this.#parts, this.#negotiator);
    this.#starts = new MatchStarts(this.#parts, this.#outward, this.#negotiator);
    this.#inward = new Inward(this.#parts);
    this.#answers = new PlayerAnswers(this.#parts);
    this.#announced = new AnnouncedMatches(this.#parts);
    this.#loaded = options.store === undefined ? Promise.resolve() : peers.load().catch(() => {});
    if (context.league !== undefined) {
      const league = peers.at(context.league);
      league.role = "league_manager";
      peers.name(league, "league_manager");
    }
  }

  /** The transport for the agent: canonical requests in, canonical answers out. */
  get transport(): Transport {
    const { transport } = this.#parts.context;
    return {
      send: (request) => this.send(request),
      close: async () => transport.close?.(),
    };
  }

  /** The handler for the agent's server. */
  handler(inner: HttpHandler): HttpHandler {
    this.#inner = inner;
    return (request) => this.handle(request);
  }

  /** Records a membership that was given before this gateway was made. */
  noteRegistration({ path, body }: HttpRequest, reply: HttpReply): void {
    const request = this.#inward.bodyOf({ method: "POST", path, contentType: null, body });
    const answer = jsonOf(reply.body);
    if (path.startsWith(protocol.paths.register)) this.#inward.registeredPlainly(request, answer);
    const call = request === undefined ? undefined : this.#inward.canonicalCall(request, this.#parts.role);
    const row = call === undefined ? undefined : rowNamed(call.method);
    if (call !== undefined && row !== undefined && isObject(answer))
      this.#inward.registered(row.request, call.params, answer.result, undefined, request);
  }

  /** The record of the agent at this address. */
  peer(endpoint: string): Peer {
    return this.#parts.peers.at(endpoint);
  }

  /** The reply of a peer to a canonical message. @throws Unanswered, TransportError */
  ask(peer: Peer, call: Call): Promise<JsonObject> {
    return this.#outward.ask(peer, call);
  }

  /** The form that the evidence about a peer shows; undefined for the canonical one. */
  derivation(peer: Peer): Derivation | undefined {
    return this.#negotiator.derive(peer, peer.role === "referee" ? "RUN_MATCH" : "GAME_INVITATION");
  }

  close(): void {
    this.#closed.abort();
  }

  /** @param first the answer to the same request, if it was sent already */
  async send(request: OutgoingRequest, first?: IncomingReply): Promise<IncomingReply> {
    const { context, peers, facts } = this.#parts;
    const again = () => (first === undefined ? context.transport.send(request) : Promise.resolve(first));
    const asked = request.verb === "GET" ? undefined : leagueCall(request.body);
    if (asked === undefined) return again();
    if (viaTarget(new URL(request.url).pathname) !== undefined)
      return this.#throughOther(again, request.url, asked);
    await this.#loaded;
    const { row, params, id } = asked;
    const peer = peers.at(request.url);
    if (request.guard !== undefined) peer.guard = request.guard;
    facts.note(row.request, params);
    const call: Call = {
      type: row.request,
      message: params,
      id,
      now: this.#parts.now(),
      about: this.#about(peer, params),
      sent: { body: request.body, headers: request.headers, first },
    };
    if (
      peer.form === null &&
      !peer.isForeign &&
      peer.proven.has(row.request) &&
      !this.#outward.readdresses(peer, call)
    )
      return again();
    if (id === undefined && !peer.isForeign && this.#parts.forms.own === undefined) return again();
    try {
      const reply = await abortable(this.#answerOf(peer, row, call), request.signal);
      return replyWith(id, { result: this.#received(peer, row, reply) });
    } catch (error) {
      if (request.signal.aborted) throw new TransportError("aborted", "the request was given up", error);
      if (error instanceof Unanswered) return refusalOf(id, error);
      // The peer had its time in another form, or in an earlier request.
      throw error instanceof TransportError && error.kind === "aborted" ? late(error) : error;
    }
  }

  /** Behind such an address is another gateway, which is canonical. The peer may push its answer here. */
  async #throughOther(
    send: () => Promise<IncomingReply>,
    url: string,
    { row, params }: { row: Row; params: JsonObject },
  ): Promise<IncomingReply> {
    const { pushed, peers } = this.#parts;
    const { reply: type } = row;
    if (type !== "GAME_JOIN_ACK" && type !== "CHOOSE_PARITY_RESPONSE") return forwarded(await send());
    const { match_id } = params;
    const { recipient } = this.#about(peers.at(url), params);
    const waiting = pushed.open({ type, match_id, recipient, peer: undefined, via: url });
    let isAnswered = false;
    try {
      const reply = forwarded(await send());
      isAnswered = reply.status === 200;
      return reply;
    } finally {
      waiting.close(isAnswered);
    }
  }

  #answerOf(peer: Peer, row: Row, call: Call): Promise<JsonObject> {
    const { role, forms } = this.#parts;
    // In the documents' forms a match starts by its order.
    if (role !== "league_manager" || !forms.infers) return this.#outward.ask(peer, call);
    if (row.request === "RUN_MATCH") return this.#starts.start(peer, call);
    if (row.request !== "ROUND_ANNOUNCEMENT") return this.#outward.ask(peer, call);
    return this.#starts.announce(peer, call);
  }

  /** Records a membership in a league of another form, and completes its answer. */
  #received(peer: Peer, { request }: Row, reply: JsonObject): JsonObject {
    const role = registrant(request);
    if (role === undefined || reply.status !== "ACCEPTED") return reply;
    const id = reply[`${role}_id`];
    this.#id = typeof id === "string" ? id : undefined;
    const { auth_token } = reply;
    const hasToken = typeof auth_token === "string" && auth_token !== "";
    peer.token = hasToken ? auth_token : undefined;
    if (hasToken || !this.#parts.forms.infers) return reply;
    // A league that gives no token follows no document.
    if (peer.form === undefined || peer.form === null) peer.form = this.#parts.forms.named("loose");
    return { ...reply, auth_token: noToken };
  }

  #about(peer: Peer, message: JsonObject): JsonObject {
    const { facts } = this.#parts;
    const known = facts.of(message);
    const { player_a, player_b } = known;
    const isPlayer = peer.role === "player" || peer.role === undefined;
    const named = typeof message.player_id === "string" ? message.player_id : undefined;
    const other = [player_a, player_b].find((id) => id !== undefined && id !== message.opponent_id);
    const recipient =
      peer.id ?? (isPlayer ? (named ?? (message.opponent_id === undefined ? undefined : other)) : undefined);
    const opponent = message.opponent_id ?? [player_a, player_b].find((id) => id !== recipient);
    return {
      ...known,
      ...(recipient === undefined ? {} : { recipient }),
      ...(opponent === undefined ? {} : { opponent_id: opponent }),
    };
  }

  #addressFor(recipient: Peer, isForeign: boolean, address: string): string {
    const { role, context, peers, forms } = this.#parts;
    if (role !== "league_manager" || address === recipient.endpoint || !URL.canParse(address)) return address;
    const { own } = forms;
    // A peer of unknown form is called in the user's own one.
    const isOwn = (peer: Peer | undefined) =>
      own !== undefined && (peer?.form ?? peer?.speaks ?? own) === own;
    if (isOwn(recipient) && isOwn(peers.known(address))) return address;
    if (!isForeign && peers.known(address)?.isForeign !== true) return address;
    peers.at(address);
    return viaAddress(context.endpoint, address);
  }

  /** Answers a request of any form. */
  async handle(request: HttpRequest): Promise<HttpReply> {
    await this.#loaded;
    const body = this.#inward.bodyOf(request);
    const target = this.#parts.role === "league_manager" ? viaTarget(request.path) : undefined;
    if (body === undefined || (target === undefined && isRefusedInAnyForm(request, body)))
      return target === undefined ? this.#inner(request) : jsonReply(unknownAgent, 404);
    const to = target === undefined ? this.#own(request) : this.#through(target);
    if (to === undefined) return jsonReply(unknownAgent, 404);
    const call = this.#inward.canonicalCall(body, to.role);
    if (call !== undefined)
      return target === undefined ? this.#pass(request, body, call) : this.#carry(call, to);
    if (target === undefined && request.path.startsWith(protocol.paths.register)) {
      const reply = await this.#inner(request);
      if (reply.status < 400) this.#inward.registeredPlainly(body, jsonOf(reply.body));
      if (reply.status < 400 || hasWrongValue(reply)) return reply;
      const other = await this.#inward.answer(body, request, to);
      return other === undefined || isRefusal(other) ? reply : other;
    }
    const reply = await this.#inward.answer(body, request, to);
    if (reply !== undefined) return reply;
    if (target === undefined && this.#parts.role === "referee") this.#noteNamed(body);
    if (target === undefined) return this.#inner(request);
    return jsonReply({ jsonrpc: "2.0", id: null, error: { code: -32601, message: "Method not found" } });
  }

  /** Our own agent. */
  #own({ headers }: HttpRequest): Destination {
    return {
      role: this.#parts.role,
      id: this.#id,
      take: async (method, message, id) => {
        this.#note(method, message);
        return this.#call(method, message, id, headers);
      },
      heard: (found) => this.#answers.heard(found),
      answered: (found, reading, reply, about) => {
        if (this.#parts.role === "player" && this.#parts.forms.infers)
          this.#answers.answered(found, reading, reply, about);
      },
    };
  }

  /** Another agent, which is called through this gateway. */
  #through(target: string): Destination | undefined {
    const peer = this.#parts.peers.reachedAt(target);
    if (peer === undefined) return undefined;
    return {
      role: peer.role ?? "player",
      id: peer.id,
      take: async (method, message, id) => {
        const row = rowNamed(method);
        if (row === undefined) return undefined;
        const call: Call = {
          type: row.request,
          message,
          id: id === undefined ? undefined : 1,
          now: this.#parts.now(),
          about: this.#about(peer, message),
        };
        const choice = method === "choose_parity" ? `${peer.endpoint} ${asText(message.match_id)}` : "";
        const given = this.#choices.get(choice);
        if (given !== undefined) return { result: { ...given, conversation_id: message.conversation_id } };
        try {
          const reply = await this.#outward.ask(peer, call);
          if (this.#choices.size >= mostChosen) this.#choices.clear();
          if (choice !== "") this.#choices.set(choice, reply);
          if (typeof reply.message_type === "string") this.#parts.facts.note(reply.message_type, reply);
          return { result: reply };
        } catch (error) {
          const invalid = error instanceof Unanswered ? error.answer?.invalid : undefined;
          return invalid === undefined
            ? { error: errorOf(error), status: statusOf(error) }
            : { result: invalid };
        }
      },
      // The referee may wait for the player's answers as requests.
      answered: (found, reading, reply, about, sender) => {
        const referee_endpoint = sender?.role === "referee" ? sender.endpoint : undefined;
        if (referee_endpoint !== undefined && this.#parts.forms.infers)
          this.#answers.answered(found, reading, reply, { ...about, referee_endpoint });
      },
      heard: (found) => this.#answers.heard(found),
    };
  }

  /** A canonical request to our own agent goes to it untouched, unless it lacks what only the gateway knows. */
  async #pass(
    request: HttpRequest,
    body: unknown,
    { method, params, id }: { method: string; params: JsonObject; id: unknown },
  ): Promise<HttpReply> {
    const { peers, role } = this.#parts;
    const row = rowNamed(method);
    if (row === undefined) return this.#inner(request);
    const peer = peers.signedBy(params.sender);
    const complete = withToken(
      this.#parts.forms.infers ? withVersion(params) : params,
      row.request,
      peer,
      role,
    );
    const message = this.#inward.noted(row.request, complete, peer);
    this.#note(method, message);
    const isOwn = message === params;
    const reply = await this.#inner(
      isOwn ? request : { ...request, body: JSON.stringify({ ...(body as object), params: message }) },
    );
    if (role === "league_manager") {
      const answer = jsonOf(reply.body);
      const result = isObject(answer) ? answer.result : undefined;
      if (registrant(row.request) !== undefined)
        this.#inward.registered(row.request, message, result, undefined, body);
      // Anybody can sign as a member: a message that is refused says nothing about it.
      if (peer !== undefined && isObject(result) && params.auth_token !== undefined) peer.writesToken = true;
    }
    if (role === "player" && id !== undefined && this.#isRepeated(method, params)) {
      const answer = jsonOf(reply.body);
      if (isObject(answer) && isObject(answer.result))
        return jsonReply(inAllWords(id, params, answer.result));
    }
    if (role === "player" && this.#parts.forms.infers && id !== undefined)
      this.#answeredCanonically(method, params, row, reply);
    return this.#inOwnForm({ shape: "params", message: params, method }, row.request, id, reply);
  }

  /** An answer to a canonical request in the user's own form, if only the answers of that form are not canonical. */
  #inOwnForm(found: Located, type: string, id: unknown, reply: HttpReply): HttpReply {
    const { own } = this.#parts.forms;
    if (own === undefined || own.profile.reply === "result" || own.profile.request !== found.shape)
      return reply;
    const answer = jsonOf(reply.body);
    if (!own.carries(found.method, type) || !isObject(answer) || !isObject(answer.result)) return reply;
    const about = this.#inward.about(found, { role: this.#parts.role, id: this.#id });
    const received = { found, id, numbers: new Set<string>(), body: undefined };
    return jsonReply(answerBody(received, { form: own, type, message: found.message }, answer.result, about));
  }

  /** Whether a choice is asked for again: its referee may read it under another name. */
  #isRepeated(method: string, { match_id, player_id, timestamp: time }: JsonObject): boolean {
    if (method !== "choose_parity" || !this.#parts.forms.infers || !isOffsetUtc(time)) return false;
    const key = `${asText(match_id)} ${asText(player_id)}`;
    if (this.#chosen.has(key)) return true;
    if (this.#chosen.size >= mostChosen) this.#chosen.clear();
    this.#chosen.add(key);
    return false;
  }

  #answeredCanonically(method: string, message: JsonObject, { request: type }: Row, reply: HttpReply): void {
    const { forms, facts } = this.#parts;
    if (type === "GAME_ERROR") this.#answers.heard({ shape: "params", message, method });
    if (type !== "GAME_INVITATION" && type !== "CHOOSE_PARITY_CALL" && type !== "GAME_OVER") return;
    const answer = jsonOf(reply.body);
    if (!isObject(answer) || !isObject(answer.result)) return;
    const reading = { form: forms.named("loose"), type, message };
    const about = { ...facts.of(message), recipient: this.#id };
    this.#answers.answered({ shape: "params", message, method }, reading, answer.result, about, true);
  }

  /** A canonical request to another agent. */
  async #carry(
    { method, params, id }: { method: string; params: JsonObject; id: unknown },
    to: Destination,
  ): Promise<HttpReply> {
    const row = rowNamed(method);
    if (row !== undefined) this.#parts.facts.note(row.request, params);
    const answer = await to.take(method, params, id);
    if (id === undefined || answer === undefined) return noContent;
    if ("result" in answer && this.#isRepeated(method, params))
      return jsonReply(inAllWords(id, params, answer.result));
    if ("result" in answer) return jsonReply({ jsonrpc: "2.0", id, result: answer.result });
    return jsonReply({ jsonrpc: "2.0", id, error: answer.error }, answer.status);
  }

  #note(method: string, message: JsonObject): void {
    const { role, peers } = this.#parts;
    if (role === "referee" && method === "run_match") {
      this.#announced.ordered(message.match_id);
      for (const side of ["A", "B"]) {
        const [id, url] = [message[`player_${side}_id`], message[`player_${side}_endpoint`]];
        if (typeof id !== "string" || typeof url !== "string") continue;
        const peer = peers.at(url);
        peer.id = id;
        peer.role = "player";
        peers.name(peer, id);
      }
    }
    if (role === "referee" && method === "notify_round" && this.#parts.forms.infers)
      this.#announced.note(message);
  }

  /** The players of a match that are given by name and address: they have no ids but their names. */
  #noteNamed(body: unknown): void {
    const params = isObject(body) && isObject(body.params) ? body.params : {};
    for (const { display_name, endpoint } of [params.player1, params.player2].filter(isObject)) {
      if (typeof display_name !== "string" || typeof endpoint !== "string" || !URL.canParse(endpoint))
        continue;
      const peer = this.#parts.peers.at(endpoint);
      peer.id ??= display_name.replaceAll(/[^\w.:-]+/g, "-");
      peer.role = "player";
    }
  }

  /** The answer of our own agent to a canonical request. */
  async #call(
    method: string,
    message: JsonObject,
    id: unknown,
    headers?: Record<string, string>,
  ): Promise<CanonicalAnswer | undefined> {
    const request = {
      jsonrpc: protocol.jsonRpcVersion,
      method,
      params: message,
      ...(id === undefined ? {} : { id }),
    };
    const reply = await this.#inner({
      method: "POST",
      path: protocol.paths.mcp,
      contentType: "application/json",
      body: JSON.stringify(request),
      ...(headers === undefined ? {} : { headers }),
    });
    const answer = jsonOf(reply.body);
    if (!isObject(answer)) return undefined;
    return isObject(answer.error)
      ? {
          error: {
            code: Number(answer.error.code),
            message: asText(answer.error.message),
            data: answer.error.data,
          },
        }
      : { result: answer.result };
  }
}

/** Whether HTTP or JSON-RPC forbids a request, whatever its form: our own agent refuses it. */
function isRefusedInAnyForm({ path, contentType, body: text }: HttpRequest, body: unknown): boolean {
  if (text.length > 0 && contentType !== null && !isJson(contentType)) return true;
  if (!isObject(body) || body.jsonrpc === undefined || body.method === undefined) return false;
  const { id } = body;
  const isId = id === undefined || id === null || typeof id === "string" || typeof id === "number";
  const { mcp, register } = protocol.paths;
  const isPath = path.split("?", 1)[0] === mcp || path.startsWith(register);
  return body.jsonrpc !== protocol.jsonRpcVersion || !isId || !isPath;
}

/** Whether a description of an agent has a wrong value, and not only other names of members. */
function hasWrongValue({ body }: HttpReply): boolean {
  const answer = jsonOf(body);
  const violations = isObject(answer) && Array.isArray(answer.violations) ? answer.violations : [];
  return violations.some(
    (one) => isObject(one) && one.keyword !== "required" && one.keyword !== "additionalProperties",
  );
}

function isRefusal({ body }: HttpReply): boolean {
  const answer = jsonOf(body);
  return !isObject(answer) || answer.error !== undefined || answer.status === "error";
}

/** The value of a text; undefined for no JSON. */
function jsonOf(text: string): unknown {
  const parsed = parseJson(text, protocol.limits);
  return parsed.ok ? parsed.value : undefined;
}

/** The message in a request of our own agent; undefined for a request that is none of the league. */
function leagueCall(body: string): { row: Row; params: JsonObject; id: number | undefined } | undefined {
  const value = jsonOf(body);
  if (!isObject(value) || typeof value.method !== "string" || !isObject(value.params)) return undefined;
  const row = rowNamed(value.method);
  if (row === undefined) return undefined;
  return { row, params: value.params, id: typeof value.id === "number" ? value.id : undefined };
}

function replyWith(id: number | undefined, answer: JsonObject): IncomingReply {
  if (id === undefined) return { status: 204, contentType: null, body: "" };
  return {
    status: 200,
    contentType: "application/json",
    body: JSON.stringify({ jsonrpc: "2.0", id, ...answer }),
  };
}

/** What our own agent gets in place of a reply: the first answer of the peer, as it was. */
function refusalOf(id: number | undefined, error: Unanswered): IncomingReply {
  const { answer } = error;
  if (answer?.invalid !== undefined) return replyWith(id, { result: answer.invalid });
  if (answer !== undefined) return answer.raw;
  return replyWith(id, { error: errorOf(error) });
}

/** The contract's codes for a peer that was not reached, or has missed its deadline (contract 5). */
function errorOf(error: unknown): { code: number; message: string; data?: unknown } {
  const serverError = -32000;
  if (error instanceof TransportError && error.kind === "aborted")
    return { code: errorCodes.E001.rpcCode, message: "the agent missed its deadline" };
  if (!(error instanceof Unanswered))
    return { code: errorCodes.E009.rpcCode, message: "the agent cannot be reached" };
  const body = error.answer?.body;
  const own = isObject(body) ? body.error : undefined;
  if (isObject(own) && typeof own.code === "number" && typeof own.message === "string")
    return { code: own.code, message: own.message, ...(own.data === undefined ? {} : { data: own.data }) };
  return { code: serverError, message: error.message };
}

const badGateway = 502;
const gatewayTimeout = 504;

/** HTTP's status for a forwarded request without an answer. */
function statusOf(error: unknown): number {
  if (!(error instanceof TransportError)) return 200;
  return error.kind === "aborted" ? gatewayTimeout : badGateway;
}

/** An answer from behind another gateway. @throws TransportError if the agent there gave none */
function forwarded(reply: IncomingReply): IncomingReply {
  if (reply.status === gatewayTimeout) throw late();
  if (reply.status === badGateway)
    throw new TransportError("unreachable", "the league manager cannot reach the agent");
  return reply;
}

function late(cause?: unknown): TransportError {
  return new TransportError("late", "the agent missed its deadline", cause);
}

/** A response whose result has its members under all the names under which agents read them. */
function inAllWords(id: unknown, request: JsonObject, result: unknown): JsonObject {
  const named = isObject(result) ? withUsualNames(asText(result.message_type), result, request) : result;
  return { jsonrpc: "2.0", id, result: named, ...(isObject(named) ? membersOutsideResult(named) : {}) };
}

/** The addresses at a league manager's gateway under which it translates for other agents: `/via/127.0.0.1:8101/mcp`. */
const prefix = "/via/";

/** @param gateway the league manager's own address */
function viaAddress(gateway: string, address: string): string {
  const { protocol, host, pathname } = new URL(address);
  const scheme = protocol === "https:" ? "https:" : "";
  return new URL(`${prefix}${scheme}${host}${pathname}`, gateway).href;
}

/** The address of the agent that a path stands for; undefined for every other path. */
function viaTarget(path: string): string | undefined {
  const at = path.indexOf(prefix);
  if (at === -1) return undefined;
  const rest = path.slice(at + prefix.length).split("?", 1)[0] ?? "";
  const isSecure = rest.startsWith("https:");
  const address = `${isSecure ? "https" : "http"}://${isSecure ? rest.slice("https:".length) : rest}`;
  return URL.canParse(address) && !address.includes("@") ? address : undefined;
}
