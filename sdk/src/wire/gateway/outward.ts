/** Carries requests of canonical agents to peers of any form: one canonical request, one canonical answer. */

import { protocol } from "@league-v2/contract";
import { deadline, sleep } from "../../platform/clock.js";
import type { IncomingReply, OutgoingRequest } from "../../platform/transport.js";
import { hintsOf } from "../evidence/error-hints.js";
import { mcpHeaders } from "../evidence/mcp-session.js";
import type { Form } from "../form/forms.js";
import { answerKind, fixedStatus } from "../form/tolerant-reply.js";
import { envelopeOf, type Row, rowOf } from "../message/contract.js";
import { answerObject, replyShape } from "../message/find-message.js";
import { isOfUsualSize } from "../message/limits.js";
import { asText, defined, isObject, sameJson } from "../message/members.js";
import type { JsonObject } from "../message/types.js";
import { bodyOf, type Call, onlyAcknowledges, replyIn, urlOf } from "./call-in-form.js";
import type { WaitingCall } from "./matches/pushed-answers.js";
import { effectOf, isAsked, isInformed, isValidReply } from "./messages.js";
import {
  type Answer,
  answerIn,
  isResponseTo,
  isUnknownMethod,
  isUnknownPath,
  namesMember,
  pauseIn,
  requiresSession,
} from "./negotiation/judge.js";
import type { Negotiator } from "./negotiation/negotiator.js";
import type { GatewayParts } from "./parts.js";
import { type FormOrCanonical, type Peer, usualPath } from "./peer.js";

/** An answer, with its canonical reply if it has one. */
export type Outcome = { readonly answer: Answer; readonly reply?: JsonObject };

/** A refusal that the gateway itself gives to our own agent. */
export class Unanswered extends Error {
  readonly answer: Answer | undefined;

  constructor(message: string, answer?: Answer) {
    super(message);
    this.answer = answer;
  }
}

export class Outward {
  readonly #parts: GatewayParts;
  readonly #negotiator: Negotiator;
  readonly #canonical: Form;

  constructor(parts: GatewayParts, negotiator: Negotiator) {
    this.#parts = parts;
    this.#negotiator = negotiator;
    this.#canonical = parts.forms.named("canonical");
  }

  /** Whether the message names other addresses for this peer than our own agent has written. */
  readdresses(peer: Peer, call: Call): boolean {
    return this.#addressed(peer, call, false) !== call;
  }

  /**
   * The reply of a peer. A repetition of a request that is under way waits for the same answer, so that a search goes on.
   * @throws Unanswered, TransportError
   */
  ask(peer: Peer, call: Call): Promise<JsonObject> {
    const { type, message } = call;
    const about = message.match_id ?? begunBy(call);
    const isOptional =
      effectOf(call) === "notice" || (type === "ROUND_ANNOUNCEMENT" && peer.start === "order");
    if (peer.unsupported.has(type) && isOptional)
      return Promise.reject(new Unanswered(`${peer.name} takes no ${type}`));
    const key = `${type} ${asText(about)}`;
    const question = `${key} ${asText(message.round_id)}`;
    const running =
      call.id === undefined ? undefined : (peer.running.get(question) as Promise<JsonObject> | undefined);
    if (running !== undefined) return running;
    const form = peer.formFor(type) ?? peer.speaks ?? this.#usual(peer);
    const isOnce = isAsked(type) && form?.profile.asks === "once";
    const first = isOnce ? (peer.asked.get(key) as Promise<JsonObject> | undefined) : undefined;
    if (first !== undefined) return first;
    const { clock } = this.#parts.context;
    const limit = deadline(clock, longestSearch * deadlineOf(call), this.#parts.signal);
    const asking = this.#search(peer, call, limit.signal).finally(() => {
      limit.cleanup();
      peer.running.delete(question);
    });
    if (call.id !== undefined) peer.running.set(question, asking);
    if (isOnce) peer.asked.set(key, asking);
    return asking;
  }

  async #search(peer: Peer, call: Call, signal: AbortSignal): Promise<JsonObject> {
    const { type } = call;
    const known = peer.formFor(type) ?? peer.speaks ?? this.#usual(peer);
    const outcome = await this.attempt(peer, call, known, signal);
    if (outcome.reply !== undefined) return outcome.reply;
    const first = outcome.answer;
    const fail = () => new Unanswered(`${peer.name} answers no ${type}`, first);
    if (isUnknownPath(first) && (await this.#findPath(peer))) return this.#search(peer, call, signal);
    const isSearched =
      this.#maySearch(peer, call) && (await this.#negotiator.showsForm(peer, call, known, first));
    if (!isSearched) {
      if (first.judgement === "unknown" && (effectOf(call) === "notice" || type === "ROUND_ANNOUNCEMENT"))
        peer.unsupported.add(type);
      throw fail();
    }
    for await (const form of this.#negotiator.candidates(peer, call, known ?? this.#canonical)) {
      if (signal.aborted) break;
      peer.searched += 1;
      const next = await this.attempt(peer, call, form, signal);
      if (next.reply !== undefined) return next.reply;
      const { judgement } = next.answer;
      if (judgement === "limited") break;
      if (judgement === "refused") throw new Unanswered(`${peer.name} refuses ${type}`, next.answer);
      const hadEffect = effectOf(call) === "effect" && judgement !== "unknown" && !namesMember(next.answer);
      if (hadEffect) throw new Unanswered(`${peer.name} gives no reply to ${type}`, next.answer);
    }
    if (!signal.aborted) peer.unsupported.add(type);
    throw fail();
  }

  /** The form for a peer of unknown form: that of our league, or the user's own. */
  #usual(peer: Peer): FormOrCanonical {
    const { context, forms, peers } = this.#parts;
    const { league } = context;
    const ofLeague = league === undefined || league === peer.endpoint ? undefined : peers.known(league)?.form;
    const isUsual = ofLeague?.profile.path === usualPath;
    return (isUsual ? ofLeague : undefined) ?? forms.own ?? null;
  }

  #maySearch(peer: Peer, call: Call): boolean {
    const { type, isOrder } = call;
    // A match needs no announcement, unless it begins by one.
    if (type === "ROUND_ANNOUNCEMENT" && isOrder !== true) return false;
    const isGivenUp = isOrder !== true && peer.unsupported.has(type);
    return effectOf(call) !== "notice" && !isGivenUp && this.#negotiator.mayAsk(peer, call);
  }

  /** One request in one form. A readable answer settles the form of the peer. @throws TransportError */
  async attempt(peer: Peer, call: Call, form: FormOrCanonical, signal: AbortSignal): Promise<Outcome> {
    const { forms } = this.#parts;
    const addressed = this.#addressed(peer, call, form !== null);
    const codec = form ?? this.#canonical;
    const before = peer.formFor(call.type);
    const request = bodyOf(codec, addressed, peer);
    const isAsWritten = form === null && addressed === call;
    const waiting = this.#waiting(peer, call);
    let answer: Answer | undefined;
    let outcome: Outcome | undefined;
    try {
      answer = await this.#exchange(
        peer,
        codec,
        isAsWritten ? addressed : rewritten(addressed),
        request,
        signal,
      );
      outcome = await this.#read(peer, addressed, form, answer, waiting, signal);
    } finally {
      waiting?.close(outcome?.reply !== undefined);
    }
    const { status, body } = answer;
    const exchange = {
      by: "us",
      request,
      address: peer.address,
      type: call.type,
      status,
      reply: body,
    } as const;
    if (outcome.reply !== undefined) {
      if (form !== before || form === null) peer.learn(exchange);
      if (peer.formFor(call.type) !== before) this.#parts.peers.save();
      return outcome;
    }
    const isOwn = form === null || form === peer.form || form === forms.own || !forms.all.includes(form);
    // A refusal of another agent's form is no evidence about this peer, unless it is about the names of members or methods.
    const isOfPeer = namesMember(answer) || hintsOf(body).names.length > 0 || isUnknownMethod(body);
    if (isOwn || isOfPeer) peer.learn(exchange);
    return outcome;
  }

  /** A request to a player is open for an answer that comes as a request. */
  #waiting(peer: Peer, { type, message, about }: Call): WaitingCall | undefined {
    const reply = rowOf(type)?.reply;
    if (!this.#parts.forms.infers || (reply !== "GAME_JOIN_ACK" && reply !== "CHOOSE_PARITY_RESPONSE"))
      return undefined;
    return this.#parts.pushed.open({
      type: reply,
      peer,
      match_id: message.match_id,
      recipient: about.recipient,
    });
  }

  async #exchange(
    peer: Peer,
    form: Form,
    call: Call,
    request: unknown,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { clock } = this.#parts.context;
    const isTool = form.profile.request === "tools_call";
    const send = async () => {
      const pauseMs = peer.quietUntil - clock.now();
      // A message that waits for longer than its deadline is lost; one that comes early may still be taken.
      if (pauseMs > 0 && pauseMs < deadlineOf(call)) await sleep(clock, pauseMs, signal);
      return answerIn(await this.#send(peer, form, call, request, signal));
    };
    const { first } = call.sent ?? {};
    let answer = first === undefined ? await send() : answerIn(first);
    if (answer.judgement === "limited") {
      peer.quietUntil = clock.now() + pauseIn(answer);
      answer = await send();
    }
    if (!requiresSession(answer, isTool) || answer.judgement === "answered") return answer;
    if (!(await this.#negotiator.openSession(peer))) return answer;
    return send();
  }

  #send(peer: Peer, form: Form, call: Call, request: unknown, signal: AbortSignal): Promise<IncomingReply> {
    const { clock, transport } = this.#parts.context;
    const isTool = form.profile.request === "tools_call";
    const own = peer.session ?? (isTool ? mcpHeaders : undefined);
    const headers = { ...call.sent?.headers, ...own };
    // Some referees answer an order after the match.
    const isOpen = call.type === "RUN_MATCH" && this.#parts.forms.infers;
    const ms = isOpen ? Number.POSITIVE_INFINITY : deadlineOf(call);
    const limit = deadline(clock, ms, signal);
    const sent: OutgoingRequest = {
      url: urlOf(form, call, peer),
      body: call.sent?.body ?? JSON.stringify(request),
      signal: limit.signal,
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
    };
    return peer.through(transport).send(sent).finally(limit.cleanup);
  }

  async #read(
    peer: Peer,
    call: Call,
    form: FormOrCanonical,
    answer: Answer,
    waiting: WaitingCall | undefined,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { forms } = this.#parts;
    const row = rowOfCall(call);
    const canonical = form === null ? canonicalReply(row, answer, call.id) : undefined;
    if (canonical !== undefined) {
      // A conversation of its own in the answer to a notice is no fault, but the convention of the peer.
      const isOther =
        forms.infers && isInformed(call.type) && canonical.conversation_id !== call.message.conversation_id;
      peer.settle(call.type, isOther ? forms.named("fresh-conversations") : null);
      return { answer, reply: canonical };
    }
    if (answer.judgement !== "answered" || !isOfUsualSize(answer.body)) return { answer };
    // In the documents' forms an answer is the JSON-RPC response to its request.
    if (!forms.infers && !isResponseTo(call.id, answer.body)) return { answer };
    const readers = this.#readers(form);
    if (readers.length > 0 && !(await this.#negotiator.mayRead(peer, call, form, answer))) return { answer };
    const isOwn = form !== null && form === forms.own;
    const okIsAnswer =
      isOwn || (readers.length > 0 && forms.infers && (await this.#isSpecific(peer, call, answer)));
    let invalid: JsonObject | undefined;
    for (const reader of readers) {
      const reply = replyIn(reader, call, peer, answer.body, { okIsAnswer, hasOwnIds: forms.infers });
      if (reply === undefined || !isValidReply(row, reply)) {
        if (!forms.infers || form !== null) invalid ??= reply;
        continue;
      }
      // Servers also answer something to notices that they do not know: only an acknowledgement shows a form.
      const said = answerObject(answer.body) ?? {};
      const isAcknowledged = said.message_type !== undefined || answerKind(said) === "acknowledged";
      const saysLittle = isInformed(call.type) && !isAcknowledged;
      if (!saysLittle || (peer.form ?? null) !== null) peer.settle(call.type, this.#learned(reader, answer));
      return { answer, reply };
    }
    // A report is repeated until its answer is a response to it, or says that it was received.
    const isSaid =
      form !== null || isResponse(answer.body) || answerKind(answerObject(answer.body) ?? {}) !== "none";
    const isTaken = call.type !== "MATCH_RESULT_REPORT" || (okIsAnswer && isSaid);
    if (forms.infers && isInformed(call.type) && isTaken) {
      // Any success acknowledges what needs no answer; it does not show the form.
      const reply = acknowledgement(call, peer, this.#parts.now());
      if (isValidReply(row, reply)) return { answer, reply };
    }
    if (invalid !== undefined) return { answer: { ...answer, invalid } };
    if (waiting === undefined || !okIsAnswer || !onlyAcknowledges(answer.body)) return { answer };
    const pushed = await waiting.answer(signal).catch(() => undefined);
    const body = pushed && { ...pushed.message, message_type: row.reply };
    const reply =
      body && replyIn(forms.named("synonyms"), call, peer, body, { okIsAnswer: true, hasOwnIds: true });
    if (reply === undefined || !isValidReply(row, reply)) return { answer };
    peer.settle(call.type, form ?? forms.named("synonyms"));
    return { answer, reply };
  }

  /** The forms in which an answer is read; the request was written alike in all of them. */
  #readers(form: FormOrCanonical): readonly Form[] {
    const { forms } = this.#parts;
    if (form === null) return forms.infers ? [forms.named("synonyms")] : [];
    if (form.isTolerant || !forms.infers) return [form];
    const tolerant = forms.of({ ...form.profile, answers: "any", ids: "any" });
    return [form, tolerant, forms.at(forms.named("synonyms"), form.profile.request)];
  }

  /** The form of an answer, with its place and the time style of the peer: it may read no other. */
  #learned(form: Form, { body }: Answer): Form {
    const { forms } = this.#parts;
    const timed = forms.timedAs(form, answerObject(body)?.timestamp);
    return replyShape(body) === "request_body" ? forms.answering(timed, "request_body") : timed;
  }

  /** Whether an answer that says little is no answer to everything. */
  async #isSpecific(peer: Peer, call: Call, { body, status }: Answer): Promise<boolean> {
    const { type } = call;
    if (effectOf(call) === "notice" || type === "ROUND_ANNOUNCEMENT" || type === "GAME_OVER") return true;
    return this.#negotiator.proves(peer, body, status);
  }

  /** The call with the addresses of other agents as this peer reaches them. */
  #addressed(peer: Peer, call: Call, isForeign: boolean): Call {
    const message = withAddresses(call.message, (url) => this.#parts.addressFor(peer, isForeign, url));
    return message === call.message ? call : { ...call, message };
  }

  /** Looks for another path in the peer's documents. @returns whether its address has changed */
  async #findPath(peer: Peer): Promise<boolean> {
    if (!this.#parts.forms.infers || peer.address !== peer.endpoint) return false;
    await this.#negotiator.describe(peer);
    const paths = peer.evidence.flatMap(({ path, reply }) =>
      path !== undefined && isObject(reply) && isObject(reply.paths) ? postedPaths(reply.paths) : [],
    );
    const own = new URL(peer.endpoint).pathname;
    const found = [...paths, ...(own === usualPath ? ["/"] : [usualPath, "/"])].find((path) => {
      return messagePath.test(path) && path !== own;
    });
    const listed = paths.find((path) => messagePath.test(path) && path !== own);
    const path = listed ?? (paths.length === 0 && own !== usualPath ? found : undefined);
    if (path === undefined) return false;
    peer.moveTo(new URL(path, peer.endpoint).href);
    return true;
  }
}

function isResponse(body: unknown): boolean {
  return isObject(body) && body.result !== undefined;
}

/** A search may take as long as our agent repeats its request. */
const longestSearch = protocol.retries.maximum + 1;
/** Paths that take every message. */
const messagePath = /^(?:\/[\w-]+)*\/(?:mcp|rpc|json-?rpc|messages?|league|api|a2a)?\/?$/i;

function postedPaths(paths: JsonObject): string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    isObject(item) && isObject(item.post) ? [path] : [],
  );
}

function deadlineOf(call: Call): number {
  return rowOfCall(call).deadlineMs ?? protocol.defaultDeadlineMs;
}

function rowOfCall({ type }: Call): Row {
  const row = rowOf(type);
  if (row === undefined) throw new TypeError(`${type} is no request`);
  return row;
}

/** The acknowledgement of a message, for a peer that gives none. */
export function acknowledgement(call: Call, { role, token }: Peer, timestamp: string): JsonObject {
  const { type, message, about } = call;
  const { reply, ack } = rowOfCall(call);
  const message_type = reply ?? ack ?? type;
  const { conversation_id, match_id, round_id } = message;
  const { recipient = "unknown" } = about;
  const isToLeague = type === "MATCH_RESULT_REPORT";
  const known = role ?? (/^REF/.test(asText(recipient)) ? "referee" : "player");
  const sender = isToLeague ? "league_manager" : `${known}:${asText(recipient)}`;
  return defined({
    ...envelopeOf(message_type, sender, timestamp, conversation_id),
    match_id,
    round_id,
    ...(isToLeague ? {} : { auth_token: token, [`${known}_id`]: recipient }),
    status: fixedStatus.get(message_type) ?? "ACKNOWLEDGED",
  });
}

/** The canonical reply in an answer; undefined if there is none. */
function canonicalReply(row: Row, { status, body }: Answer, id: number | undefined): JsonObject | undefined {
  if (status < 200 || status > 299 || !isResponseTo(id, body)) return undefined;
  const { result, error } = body;
  if (!isObject(result) || (error !== undefined && error !== null)) return undefined;
  return isValidReply(row, result) ? result : undefined;
}

/** A message with its addresses changed; the same object if none changes. */
function withAddresses(message: JsonObject, change: (url: string) => string): JsonObject {
  const names = ["player_A_endpoint", "player_B_endpoint", "referee_endpoint"];
  const own = names.flatMap((name) => {
    const url = message[name];
    const changed = typeof url === "string" && url !== "" ? change(url) : url;
    return changed === url ? [] : [[name, changed] as const];
  });
  const { matches } = message;
  const list = Array.isArray(matches)
    ? matches.map((one) => (isObject(one) ? withAddresses(one, change) : one))
    : undefined;
  const isChanged = list !== undefined && !sameJson(list, matches);
  if (own.length === 0 && !isChanged) return message;
  return { ...message, ...Object.fromEntries(own), ...(isChanged ? { matches: list } : {}) };
}

/** A call that is no longer written as our own agent wrote it. */
function rewritten({ sent, ...call }: Call): Call {
  return sent?.headers === undefined ? call : { ...call, sent: { headers: sent.headers } };
}

/** The match that an announcement begins: there may be several in a round. */
function begunBy({ message, isOrder }: Call): unknown {
  const [match] = isOrder === true && Array.isArray(message.matches) ? message.matches.filter(isObject) : [];
  return match?.match_id;
}
