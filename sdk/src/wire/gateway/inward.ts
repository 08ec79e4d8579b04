/** Answers requests of any form: a canonical one goes to the agent untouched, any other as the canonical one that it stands for. */
import { explain, flat, protocol } from "@league-v2/contract";
import type { HttpReply, HttpRequest } from "../../http/types.js";
import { isObject, parseJson } from "../../json/parse-json.js";
import { readMessage } from "../../json/read-message.js";
import { isNumericId, withTextIds } from "../content/ids.js";
import { readMatchReport } from "../content/match-report.js";
import { readApplicant } from "../content/registrations.js";
import { typeOfPeer } from "../evidence/peer-messages.js";
import type { Form, Forms } from "../form/forms.js";
import { envelopeOf, requestTypes, rowOf } from "../message/contract.js";
import { findMessage, type Located } from "../message/find-message.js";
import { isOfUsualSize } from "../message/limits.js";
import { asText } from "../message/members.js";
import { spellingOf, withContractNames } from "../message/spelling.js";
import { isOffsetUtc, readTimes } from "../message/times.js";
import type { JsonObject, Variables } from "../message/types.js";
import { longestMs, matchNameIn, noToken } from "./matches/match-facts.js";
import { type PushedAnswer, readPushedAnswer } from "./matches/pushed-answers.js";
import { answerMcp } from "./mcp.js";
import { registrant, servedBy } from "./messages.js";
import type { GatewayParts } from "./parts.js";
import type { Peer } from "./peer.js";
import {
  answerBody,
  jsonReply,
  noContent,
  plainBody,
  type Received,
  type RpcErrorObject,
  refusalBody,
} from "./reading/answer-in-form.js";
import { isDocumentedForm, type Reading, readings } from "./reading/reading.js";
import { completedReport, contradictionIn, isReportName, resultOf, textsIn } from "./reading/report.js";

/** The answer to a canonical request: a result, or an error. */
export type CanonicalAnswer =
  | { readonly result: unknown }
  | { readonly error: RpcErrorObject; readonly status?: number };

/** Where a canonical request goes: to our own agent, or through this gateway to another one. */
export interface Destination {
  readonly role: GatewayParts["role"];
  /** The id of the recipient. */
  readonly id: string | undefined;
  /** Handles a canonical request. `id` is undefined for a notification. */
  readonly take: (method: string, message: JsonObject, id: unknown) => Promise<CanonicalAnswer | undefined>;
  /** Called with every message of another form. */
  readonly heard?: (found: Located) => void;
  /** Called with a reading that was answered. */
  readonly answered?: (
    found: Located,
    reading: Reading,
    reply: JsonObject,
    about: Variables,
    sender: Peer | undefined,
  ) => void;
}

/** The longest stored part of a peer's own messages. */
const mostOwnMessages = 6;

export class Inward {
  readonly #parts: GatewayParts;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
  }

  /** The parsed body of a request that may be a message; undefined for every other one. */
  bodyOf({ method, body, path }: HttpRequest): unknown {
    if (method !== "POST") return undefined;
    const { length } = body;
    if (length > protocol.limits.bodyBytes) return undefined;
    if (length === 0) return this.#parts.forms.infers ? queryOf(path) : undefined;
    const parsed = parseJson(body, protocol.limits);
    return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
  }

  /** The canonical request in a body; undefined for a body of another form, or with a fault. */
  canonicalCall(
    body: unknown,
    role: GatewayParts["role"],
  ): { method: string; params: JsonObject; id: unknown } | undefined {
    if (!isObject(body) || body.jsonrpc !== "2.0" || typeof body.method !== "string") return undefined;
    const row = servedBy(role, body.method);
    if (row === undefined) return undefined;
    const { params = {}, id, method } = body;
    if (!isObject(params)) return undefined;
    // A referee with other times and no token is not canonical in what its schema leaves open.
    const isOther =
      this.#parts.forms.infers && params.auth_token === undefined && isOffsetUtc(params.timestamp);
    if (isOther && role === "player" && row.from.includes("referee")) return undefined;
    const own = this.#parts.ownId();
    if (this.#parts.forms.infers && params.player_id !== own && isSameId(params.player_id, own))
      return undefined;
    return readMessage(row.validateRequest, params).ok ? { method, params, id } : undefined;
  }

  /**
   * The answer to a request that is not canonical; undefined for a request that is none of any form.
   * The agent then answers it as the contract says.
   */
  async answer(
    body: unknown,
    { path, headers }: Pick<HttpRequest, "path" | "headers">,
    to: Destination,
  ): Promise<HttpReply | undefined> {
    if (!isOfUsualSize(body)) return undefined;
    const { forms } = this.#parts;
    const mcp = await answerMcp(body, to.role, headers);
    // MCP clients expect 202 where JSON-RPC expects 204.
    if (mcp === null) return { ...noContent, status: 202 };
    if (mcp !== undefined) return jsonReply(mcp);
    const isNumbered = forms.infers && to.role !== "league_manager" && isNumericId(to.id);
    const numbered = isNumbered ? withTextIds(body) : undefined;
    const inText = numbered?.body ?? body;
    const numbers = new Set([...(numbered?.ids ?? []), ...(numbered === undefined ? [] : [asText(to.id)])]);
    const spelling = forms.infers ? spellingOf(inText) : undefined;
    const plain = spelling === undefined ? inText : withContractNames(inText);
    const located = findMessage(plain) ?? (forms.infers ? atPath(plain, path) : undefined);
    if (located === undefined)
      return this.#isPositional(plain) ? jsonReply(positionalFault(plain)) : undefined;
    const read = forms.infers ? withoutNulls(located, forms) : located;
    const named = to.role === "league_manager" && forms.infers ? this.#withMatch(read) : read;
    const found = spelling === undefined ? named : { ...named, spelling };
    const id = isObject(plain) ? plain.id : undefined;
    const isBare = found.shape === "bare";
    if (!isBare && (!isObject(plain) || (plain.jsonrpc !== "2.0" && !forms.infers))) return undefined;
    const received = { found, id: isBare ? 1 : id, numbers, body };
    const peer = this.#senderOf(found);
    return this.#read(plain, received, peer, to);
  }

  /** A report without a sender and a match is about the one that is open. */
  #withMatch(found: Located): Located {
    const { message, method } = found;
    if (message.sender !== undefined || !isReportName(method) || matchNameIn(message) !== undefined)
      return found;
    const match_id = this.#parts.facts.openAmong(textsIn(message));
    return match_id === undefined ? found : { ...found, message: { match_id, ...message } };
  }

  /** Whether a known message has its members in a list: the agent does not know the method by its name in the form. */
  #isPositional(body: unknown): body is JsonObject {
    if (!isObject(body) || !Array.isArray(body.params) || body.id === undefined) return false;
    const { method } = body;
    if (typeof method !== "string") return false;
    return (
      method === "tools/call" ||
      this.#parts.forms.all.some((form) => form.typeOf({ method, message: {} }) !== undefined)
    );
  }

  async #read(
    body: unknown,
    received: Received,
    peer: Peer | undefined,
    to: Destination,
  ): Promise<HttpReply | undefined> {
    const { found } = received;
    const { forms, peers, context } = this.#parts;
    to.heard?.(found);
    const about = this.about(found, to);
    const isServedName =
      found.spelling === undefined &&
      found.shape === "params" &&
      servedBy(to.role, found.method ?? "") !== undefined;
    // A member that has answered canonically breaks the contract in such a message: our league manager says so.
    const isCanonical = peer?.form === null && !peer.isForeign;
    if (isServedName && isCanonical && to.role === "league_manager") return undefined;
    const { league } = context;
    const ofLeague = (league === undefined ? undefined : peers.known(league)?.form) ?? undefined;
    const now = this.#parts.now();
    const setting = { forms, about, role: to.role, isServedName, peer, ofLeague, now };
    let refused: Reading | undefined;
    let faulty: { readonly reading: Reading; readonly fault: RpcErrorObject } | undefined;
    for (const read of readings(body, found, setting)) {
      const one = { ...read, form: forms.withSpelling(read.form, found.spelling) };
      const row = rowOf(one.type);
      if (row === undefined || servedBy(to.role, row.name) === undefined) continue;
      const reading = { ...one, message: this.completed(one, peer, to) };
      const valid = readMessage(row.validateRequest, reading.message);
      if (!valid.ok) {
        refused ??= reading;
        continue;
      }
      const fault = this.#dialectFault(reading, found);
      if (fault !== undefined) {
        faulty ??= { reading, fault };
        continue;
      }
      return this.#take(body, received, reading, peer, about, to);
    }
    if (faulty !== undefined && received.id === undefined) return noContent;
    if (faulty !== undefined) return jsonReply(refusalBody(received, faulty.reading, faulty.fault, about));
    const pushed = forms.infers ? readPushedAnswer(found) : undefined;
    if (pushed !== undefined && (to.role !== this.#parts.role || to.role !== "player"))
      return this.#pushed(received, pushed, peer);
    if (refused === undefined && found.shape === "tools_call" && received.id !== undefined) {
      const invalidParams = -32602;
      const error = { code: invalidParams, message: `Unknown tool: ${found.method}` };
      return jsonReply({ jsonrpc: "2.0", id: received.id, error });
    }
    if (refused === undefined || isServedName) return undefined;
    // Our agent refuses it as the contract says.
    return this.#take(body, received, refused, undefined, about, to);
  }

  /** Hands the canonical request to its destination, and writes its answer in the form of the request. */
  async #take(
    body: unknown,
    received: Received,
    reading: Reading,
    peer: Peer | undefined,
    about: Variables,
    to: Destination,
  ): Promise<HttpReply | undefined> {
    const { found, id } = received;
    const { facts } = this.#parts;
    const method = rowOf(reading.type)?.name ?? "";
    const noted = this.noted(reading.type, reading.message, peer);
    const { player_id: asked } = noted;
    // Some leagues write the same id in capitals and without.
    const isOtherCase = asked !== to.id && isSameId(asked, to.id);
    const message = isOtherCase ? { ...noted, player_id: to.id } : noted;
    const answer = await to.take(method, message, id);
    // Anybody can sign as a member: a message that our league manager refuses says nothing about that member.
    const isTaken = answer === undefined ? to.role !== "league_manager" : "result" in answer;
    if (isTaken) this.#learn(body, reading, peer, found.message);
    if (answer === undefined || id === undefined) return noContent;
    if ("error" in answer) return jsonReply(refusalBody(received, reading, answer.error, about));
    const given = this.registered(reading.type, message, answer.result, reading, body);
    const reply = isOtherCase && isObject(given) ? { ...given, player_id: asked } : given;
    if (!isObject(reply)) return jsonReply(answerBody(received, reading, reply, about));
    if (typeof reply.message_type === "string") facts.note(reply.message_type, reply);
    const whole = await this.#afterMatch(reading, reply, to);
    to.answered?.(found, reading, whole, about, peer);
    const known = { ...this.about(found, to), ...about };
    return jsonReply(answerBody(received, reading, whole, known));
  }

  /** Records what a peer has shown about itself by a valid request. */
  #learn(
    body: unknown,
    { form, type, isOfOne }: Reading,
    peer: Peer | undefined,
    { auth_token }: JsonObject,
  ): void {
    if (peer === undefined) return;
    if (typeof auth_token === "string" && auth_token !== "") peer.writesToken = true;
    if (isOfOne !== true && form.name !== "canonical" && registrant(type) === undefined) peer.speaks ??= form;
    if (peer.evidence.filter(({ by }) => by === "peer").length < mostOwnMessages)
      peer.learn({ by: "peer", request: body });
  }

  /** A message with what the peer's form cannot give. */
  completed(
    { message, form, type }: Pick<Reading, "message" | "form" | "type">,
    peer: Peer | undefined,
    to: Destination,
  ): JsonObject {
    const versioned = this.#parts.forms.infers ? withVersion(message) : message;
    const whole = withToken(this.#underAssignedId(versioned, peer, to), type, peer, to.role, form);
    if (!form.isTolerant) return whole;
    switch (type) {
      case "RUN_MATCH":
        return to.role === "referee" ? this.#completedOrder(whole) : whole;
      case "GAME_INVITATION": {
        const { role_in_match: role } = whole;
        const isOther = typeof role === "string" && role !== "PLAYER_B";
        return {
          league_id: "unknown",
          round_id: 1,
          ...whole,
          ...(isOther ? { role_in_match: "PLAYER_A" } : {}),
        };
      }
      case "CHOOSE_PARITY_CALL": {
        const timed: JsonObject = { deadline: this.#parts.now(), ...whole };
        readTimes(timed);
        return timed;
      }
      default:
        return whole;
    }
  }

  /** A member that signs with its own name is the one that our league manager has given an id. */
  #underAssignedId(message: JsonObject, peer: Peer | undefined, { role }: Destination): JsonObject {
    const { sender } = message;
    if (role !== "league_manager" || typeof sender !== "string" || peer?.id === undefined || !peer.isForeign)
      return message;
    const due = `${peer.role ?? "player"}:${peer.id}`;
    return sender === due || sender.endsWith(`:${peer.id}`) ? message : { ...message, sender: due };
  }

  /** Without addresses, the players are called where the league says, or at the documents' ports. */
  #completedOrder(read: JsonObject): JsonObject {
    const { facts, context } = this.#parts;
    const message: JsonObject = { ...read, round_id: read.round_id ?? 1 };
    const addressOf = (id: unknown) =>
      facts.addresses.get(asText(id)) ?? addressByNumber("player", id, context.league);
    const a = message.player_A_endpoint ?? addressOf(message.player_A_id);
    const b = message.player_B_endpoint ?? addressOf(message.player_B_id);
    return {
      ...message,
      ...(a === undefined ? {} : { player_A_endpoint: a }),
      ...(b === undefined ? {} : { player_B_endpoint: b }),
    };
  }

  /** Stores the facts of a request, and completes and checks a report. */
  noted(type: string, message: JsonObject, peer: Peer | undefined): JsonObject {
    const { facts, log, role } = this.#parts;
    if (type !== "MATCH_RESULT_REPORT" || role !== "league_manager") {
      facts.note(type, message);
      return message;
    }
    const { over, facts: known = {} } = facts.match(message.match_id) ?? {};
    const read =
      peer?.isForeign === true && known.player_a !== undefined ? readMatchReport(message) : undefined;
    // The points of another form are not those of the contract: its winner counts.
    const own = read === undefined ? message : { ...message, result: resultOf(read, message, known) };
    const report = completedReport(own, over);
    facts.note(type, report);
    const against = contradictionIn(report);
    if (against !== undefined)
      log(
        "warn",
        `the report of ${peer?.id ?? asText(message.sender)} about ${asText(message.match_id)} contradicts itself: ${against}`,
      );
    return report;
  }

  /** Records the membership that an answer gives. @returns the answer */
  registered(
    type: string,
    message: JsonObject,
    reply: unknown,
    reading: Reading | undefined,
    body: unknown,
  ): unknown {
    const role = registrant(type);
    const meta = role === undefined ? undefined : message[`${role}_meta`];
    if (role === undefined || !isObject(meta) || typeof meta.contact_endpoint !== "string") return reply;
    if (!isObject(reply) || reply.status !== "ACCEPTED") return reply;
    const { peers, forms } = this.#parts;
    const peer = peers.at(meta.contact_endpoint);
    const id = reply[`${role}_id`];
    peer.role = role;
    peer.id = typeof id === "string" ? id : peer.id;
    if (typeof reply.auth_token === "string") peer.token = reply.auth_token;
    peer.evidence.unshift({ by: "peer", request: body });
    if (reading !== undefined)
      peer.speaks = forms.timedAs(reading.form, findMessage(body)?.message.timestamp);
    for (const name of [meta.display_name, message.sender])
      if (typeof name === "string") peers.name(peer, name);
    if (peer.id !== undefined) peers.name(peer, peer.id);
    peers.save();
    return reply;
  }

  /** Records the membership of an agent that has posted its description to the core. */
  registeredPlainly(body: unknown, reply: unknown): void {
    if (!isObject(body) || !isObject(reply)) return;
    const role = body.agent_type === "referee" ? "referee" : "player";
    const { display_name, endpoint: contact_endpoint } = body;
    if (typeof contact_endpoint !== "string") return;
    const message = { [`${role}_meta`]: { display_name, contact_endpoint } };
    const answer = { ...reply, [`${role}_id`]: reply.agent_id };
    this.registered(
      role === "referee" ? "REFEREE_REGISTER_REQUEST" : "LEAGUE_REGISTER_REQUEST",
      message,
      answer,
      undefined,
      body,
    );
    // Its document has tokens.
    this.#parts.peers.at(contact_endpoint).writesToken = true;
  }

  /** The result of a match in the answer to an order, for a league that waits for it. */
  async #afterMatch({ form, type }: Reading, reply: JsonObject, to: Destination): Promise<JsonObject> {
    if (type !== "RUN_MATCH" || to.role !== "referee" || form.profile.match_start !== "blocking")
      return reply;
    const { facts, signal, context } = this.#parts;
    const match = facts.at(reply.match_id);
    await facts.until(match, ({ report }) => report !== undefined, {
      clock: context.clock,
      signal,
      ms: longestMs,
    });
    const { report } = match;
    if (!isObject(report?.result)) return reply;
    const { winner, status, score, details } = report.result;
    const { drawn_number, choices, number_parity } = isObject(details) ? details : {};
    return {
      ...reply,
      winner,
      winner_player_id: winner,
      result: report.result,
      game_result: report.result,
      score,
      outcome: status,
      drawn_number,
      number_parity,
      choices,
    };
  }

  /** What is known about the match, the sender and the recipient of a message. */
  about({ message }: Pick<Located, "message">, to: Pick<Destination, "role" | "id">): Variables {
    const { facts, now } = this.#parts;
    const { league_id, round_id, match_id } = message;
    const named = Object.fromEntries(
      Object.entries({ league_id, round_id, match_id }).filter(([, value]) => value !== undefined),
    );
    const referee = facts.match(matchNameIn(message))?.referee?.id;
    const about = {
      opponent_id: "unknown",
      ...facts.of(message),
      ...(referee === undefined ? {} : { reported_by: `referee:${referee}` }),
      ...(to.id === undefined ? {} : { recipient: to.id }),
      now: now(),
      conversation: `conv-${asText(match_id ?? message.sender ?? "unknown")}`,
    };
    // A league manager plays in no match.
    const player = to.role === "league_manager" ? undefined : to.id;
    return { ...facts.withRoles(about, message, player), ...named };
  }

  #senderOf({ message, method }: Located): Peer | undefined {
    const { peers, context, facts } = this.#parts;
    const { sender } = message;
    const isManager = typeof sender === "string" && /^(league_?manager|manager|lm\d*)\b/i.test(sender);
    if (isManager && context.league !== undefined) return peers.at(context.league);
    const known =
      peers.signedBy(sender) ?? peers.signedBy(message.player_id) ?? peers.signedBy(message.referee_id);
    if (known !== undefined) return known;
    if (sender === undefined && method !== undefined) return facts.match(matchNameIn(message))?.referee;
    // At a player, a referee is known by its name only.
    if (this.#parts.role !== "player" || typeof sender !== "string") return undefined;
    const peer = peers.at(sender.slice(0, 128));
    peers.name(peer, sender);
    return peer;
  }

  /** The refusal of a message that breaks the schema of its own dialect, although its canonical form is valid. */
  #dialectFault({ form, type, message }: Reading, { message: wire }: Located): RpcErrorObject | undefined {
    const validate = form.name.split("+", 1)[0] === "flat" ? flat.validators[type] : undefined;
    if (validate === undefined) return undefined;
    const read = readMessage(validate, wire);
    if (read.ok) return undefined;
    const violations = explain(read.faults, wire);
    const error_description = violations[0]?.message ?? "the message breaks its schema";
    const data = {
      ...envelopeOf("LEAGUE_ERROR", this.#sender, this.#parts.now(), message.conversation_id),
      error_code: "E003",
      error_description,
      violations,
      original_message_type: type,
    };
    const invalidParams = -32602;
    return { code: invalidParams, message: "Invalid params", data };
  }

  get #sender(): string {
    const { role, ownId } = this.#parts;
    return role === "league_manager" ? role : `${role}:${ownId() ?? "unknown"}`;
  }

  /** Takes an answer that a player sends as a request, here or at the gateway that has asked it. */
  async #pushed(
    { found, id, body }: Received,
    answer: PushedAnswer,
    peer: Peer | undefined,
  ): Promise<HttpReply> {
    const { pushed, context, log, signal } = this.#parts;
    const taken = pushed.take(answer, peer);
    if (taken === true) {
      const { match_id } = answer;
      const known = match_id === undefined ? {} : { match_id };
      return jsonReply(plainBody({ found, id }, { status: "RECEIVED", ...known }));
    }
    if ("via" in taken) {
      const {
        status,
        contentType,
        body: text,
      } = await context.transport.send({ url: taken.via, body: JSON.stringify(body), signal });
      return { status, headers: contentType === null ? {} : { "content-type": contentType }, body: text };
    }
    const notAwaited = -32008;
    log("warn", `an answer that came as a request is refused: ${taken.why}`);
    if (found.shape === "bare") return jsonReply({ status: "error", message: taken.why });
    return jsonReply({ jsonrpc: "2.0", id: id ?? null, error: { code: notAwaited, message: taken.why } });
  }
}

/** The documents' default address of an agent: `REF02` at port 8002, `P03` at port 8103, at the league manager's host. */
export function addressByNumber(
  role: "player" | "referee",
  id: unknown,
  league: string | undefined,
): string | undefined {
  const number = /\D0*([1-9]\d?)$/.exec(typeof id === "string" ? id : "")?.[1];
  if (number === undefined || league === undefined) return undefined;
  const url = new URL(protocol.paths.mcp, league);
  url.port = asText(protocol.ports[role].first - 1 + Number(number));
  return url.href;
}

/**
 * The message with the token of a peer whose form has none: the one that our league manager gave it, or the word for none at other
 * agents. A given token stays, also a wrong one.
 */
export function withToken(
  message: JsonObject,
  type: string,
  peer: Peer | undefined,
  role: GatewayParts["role"],
  form?: Pick<Form, "profile" | "isTolerant">,
): JsonObject {
  const row = rowOf(type);
  if (row === undefined || row.from.includes("league_manager") || registrant(row.request) !== undefined)
    return message;
  // The documents' forms have a token, or say that they have none.
  const isOfDocuments = form?.isTolerant === false;
  const isForeign = peer?.isForeign === true;
  const mayHaveNone = form?.profile.tokens === "optional" || (isForeign && !isOfDocuments);
  // A member of our league that has shown no other form has a token, and is an impostor without it.
  const hasNone = mayHaveNone && (isForeign || role !== "league_manager");
  const { auth_token: given } = message;
  // Some agents write null for what they do not have; an empty token is none in forms that are not documented.
  const hasToken = given !== undefined && given !== null && (given !== "" || form?.isTolerant === false);
  if (!hasNone || hasToken || (role === "league_manager" && peer?.writesToken === true)) return message;
  const auth_token = role === "league_manager" ? peer?.token : noToken;
  return auth_token === undefined ? message : { ...message, auth_token };
}

/** Some agents state the name of the protocol as its version. */
export function withVersion(message: JsonObject): JsonObject {
  const [name = "", meta] =
    Object.entries(message).find(([key]) => /^(player|referee)_meta$/.test(key)) ?? [];
  if (!isObject(meta) || meta.protocol_version !== protocol.version) return message;
  const { protocol_version: _, ...rest } = meta;
  return { ...message, [name]: rest };
}

function isSameId(one: unknown, other: unknown): boolean {
  return typeof one === "string" && typeof other === "string" && one.toLowerCase() === other.toLowerCase();
}

function positionalFault({ id }: JsonObject): JsonObject {
  const invalidParams = -32602;
  return {
    jsonrpc: protocol.jsonRpcVersion,
    id,
    error: { code: invalidParams, message: "params must be an object" },
  };
}

/** The members in the query of a path, for a peer that writes its message there. */
function queryOf(path: string): JsonObject | undefined {
  const query = new URLSearchParams(path.split("?", 2)[1] ?? "");
  const members = Object.fromEntries(query);
  return Object.keys(members).length === 0 ? undefined : members;
}

/** A plain message at a path that names it: `POST /run_match`, or the description of an agent at `POST /register`. */
function atPath(body: unknown, path: string): Located | undefined {
  if (!isObject(body) || body.jsonrpc !== undefined || body.method !== undefined) return undefined;
  const method = path
    .split("?", 1)[0]
    ?.split("/")
    .filter((step) => step !== "")
    .at(-1);
  if (method === undefined) return undefined;
  const type = typeOfPeer({ method, message: {} });
  const isNamed = type !== undefined && requestTypes.includes(type);
  if (!isNamed && readApplicant({ name: method, message: body })?.endpoint === undefined) return undefined;
  return { shape: "bare", message: body, method };
}

/** Calls that a player answers: no member of theirs is null in the contract. */
const asks: readonly unknown[] = ["GAME_INVITATION", "CHOOSE_PARITY_CALL"];
/** Members that are null in no message of the contract. */
const place: readonly string[] = ["league_id", "round_id"];

/** Some agents of no document write null for what they do not use, in place of what is known of the match. */
function withoutNulls(located: Located, forms: Forms): Located {
  const { message_type: type } = located.message;
  if (isDocumentedForm(located, asText(type), forms)) return located;
  const isUnused = (key: string) => asks.includes(type) || place.includes(key);
  const given = Object.entries(located.message).filter(([key, value]) => value !== null || !isUnused(key));
  return { ...located, message: Object.fromEntries(given) };
}
