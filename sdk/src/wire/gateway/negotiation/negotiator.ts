/**
 * Finds the form of a peer that does not understand a message. Its evidence is what the peer has sent, describes and refuses;
 * its questions are asked once, and every form is tried once.
 */

import { protocol } from "@league-v2/contract";
import { deadline } from "../../../platform/clock.js";
import { derivedName, deriveForm } from "../../derive/derive-form.js";
import { describedOrder, operationsIn } from "../../evidence/descriptions.js";
import { hintsOf } from "../../evidence/error-hints.js";
import { openSession } from "../../evidence/mcp-session.js";
import {
  exchange,
  inventedCall,
  inventedId,
  isRpcPeer,
  probeMessage,
  probeMethod,
  type Question,
  questions,
} from "../../evidence/questions.js";
import { isRefused, isSameAnswer, plainProbe } from "../../evidence/request-place.js";
import type { Derivation, Role as DerivedRole, Exchange } from "../../evidence/types.js";
import type { Form } from "../../form/forms.js";
import { bySimilarity } from "../../form/similarity.js";
import { fixedStatus } from "../../form/tolerant-reply.js";
import { rowOf } from "../../message/contract.js";
import { findMessage, replyShape } from "../../message/find-message.js";
import { asText, isObject } from "../../message/members.js";
import { strictTimeStyles } from "../../message/times.js";
import { COMMON_ENVELOPE } from "../../message/types.js";
import { bodyOf, type Call, textOf } from "../call-in-form.js";
import { effectOf, isInformed, registrant } from "../messages.js";
import type { GatewayParts } from "../parts.js";
import { type FormOrCanonical, type Peer, usualPath } from "../peer.js";
import {
  type Answer,
  answerSignature,
  isAboutCall,
  isResponseTo,
  isUnknownCall,
  isUnknownMethod,
  isUnknownPath,
  namesMember,
} from "./judge.js";

/** The maximum number of requests to one peer in addition to those of our own agent. */
const mostSearched = 20;
/** The same for a message without which there is no match or no membership. */
const mostForVital = 40;
/** The longest wait for an answer to a question. */
const questionMs = 1000;
const mostBundled = 10;
/** `initialize` and its notification. */
const sessionRequests = 2;
const mostDerivations = 8;

export class Negotiator {
  readonly #parts: GatewayParts;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
  }

  /** Whether this peer may get one more request for the search. */
  mayAsk(peer: Peer, call?: Call): boolean {
    const isVital = call !== undefined && isNeeded(call);
    const { clock } = this.#parts.context;
    return peer.searched < (isVital ? mostForVital : mostSearched) && clock.now() >= peer.quietUntil;
  }

  /** The forms for a message, the likeliest first. The caller adds each refusal to the evidence before it takes the next form. */
  async *candidates(peer: Peer, call: Call, tried: Form): AsyncGenerator<Form> {
    const { forms } = this.#parts;
    const sent = new Set([textOf(tried, call, peer)]);
    const bodies = new Map<string, Form>();
    const isNew = (form: Form | undefined): form is Form => {
      if (form === undefined || !this.mayAsk(peer, call)) return false;
      const text = textOf(form, call, peer);
      const body = bodyOf(form, call, peer);
      if (sent.has(text) || isUnknownTo(peer, body)) return false;
      sent.add(text);
      bodies.set(JSON.stringify(body), form);
      return true;
    };
    const evident = () => {
      const derived = this.derive(peer, call.type)?.profile;
      return derived ? forms.of(derived) : tried;
    };
    // The form whose content the peer has refused, which has its place and its name right.
    const inPlace = () => {
      const refused = peer.evidence.findLast((one) => {
        return one.type === call.type && isAboutContent(one) && !isSameAnswer(one, plainProbe(peer.evidence));
      });
      return refused && bodies.get(JSON.stringify(refused.request));
    };
    const shown = peer.form ?? peer.speaks;
    if (shown && isNew(shown)) yield shown;
    if (!forms.infers) {
      for (const form of forms.all) if (isNew(form)) yield form;
      return;
    }
    // Where nothing is at the usual path, only another path is worth a question.
    if (
      isNeeded(call) &&
      peer.evidence.some(
        (one) => one.type === call.type && isUnknownPath({ status: one.status ?? 0, body: one.reply }),
      )
    )
      for (const form of forms.all) if (isAtOwnPath(form.profile.path, call.type) && isNew(form)) yield form;
    // What the peer has refused may be enough; then what it says about itself, then where it reads a message.
    if (peer.evidence.some(hasHints)) yield* this.#derived(peer, call, isNew);
    await this.#ask(peer, 0);
    const order = call.type === "RUN_MATCH" ? this.#describedOrder(peer) : undefined;
    if (isNew(order)) yield order;
    // A match needs no notice, and a peer that has answered a message has shown where it reads them.
    const isVital = isNeeded(call);
    const described = this.derive(peer, call.type);
    const isListed = peer.evidence.some(({ by, reply }) => by === "us" && hintsOf(reply).names.length > 1);
    const isDescribed = isListed || (operationsIn(peer.evidence).length > 0 && described?.open.length === 0);
    const isAlike = answersAlike(peer);
    if (isVital && peer.form === undefined && !isDescribed && !isAlike) {
      await this.#ask(peer, 1);
      const isGeneral = typeof this.derive(peer, call.type)?.profile.method === "object";
      if (!isGeneral) await this.#ask(peer, 2);
    }
    if (!isAlike) yield* this.#derived(peer, call, isNew);
    if (!isVital) return;
    const base = inPlace();
    if (base !== undefined) yield* this.#inTimes(peer, call, base, isNew);
    let tries = 0;
    for (const form of await this.#bundled(peer, call)) {
      if (!isNew(form)) continue;
      tries += 1;
      if (tries > mostBundled && call.type !== "RUN_MATCH") break;
      const before = peer.evidence.length;
      yield form;
      if (peer.evidence.length > before) yield* this.#derived(peer, call, isNew);
    }
    if (peer.evidence.some(isAboutContent)) yield* this.#inTimes(peer, call, evident(), isNew);
  }

  /** The order at a path of its own, with its members in the query. */
  #describedOrder(peer: Peer): Form | undefined {
    const path = describedOrder(peer.evidence);
    const { forms } = this.#parts;
    const { profile } = forms.at(forms.named("loose"), "bare");
    const { messages } = profile;
    const rules = { ...messages.RUN_MATCH, path };
    return path === undefined
      ? undefined
      : forms.of({ ...profile, messages: { ...messages, RUN_MATCH: rules } } as typeof profile);
  }

  /** A form in the time styles that some agents require; if an answer differs then, the form that it shows in this style. */
  *#inTimes(
    peer: Peer,
    { type }: Call,
    base: Form,
    isNew: (form: Form | undefined) => form is Form,
  ): Generator<Form> {
    const { forms } = this.#parts;
    const before = peer.evidence.findLast((one) => one.type === type && one.by === "us");
    for (const times of strictTimeStyles) {
      let form = forms.withTimes(base, times);
      for (let attempt = 0; attempt < mostDerivations && isNew(form); attempt++) {
        yield form;
        const last = peer.evidence.at(-1);
        if (before === undefined || last === undefined || isSameAnswer(last, before)) break;
        const derived = this.derive(peer, type)?.profile;
        if (derived === undefined) break;
        form = forms.withTimes(forms.of(derived), times);
      }
    }
  }

  /** The form that the evidence shows, again after each refusal of it. */
  async *#derived(
    peer: Peer,
    call: Call,
    isNew: (form: Form | undefined) => form is Form,
  ): AsyncGenerator<Form> {
    const most = isNeeded(call) ? mostDerivations : 2;
    for (let attempt = 0; attempt < most; attempt++) {
      const derived = this.derive(peer, call.type)?.profile;
      const { forms } = this.#parts;
      const form = derived && forms.withSpelling(forms.of(derived), peer.speaks?.profile.spelling);
      if (!isNew(form)) return;
      yield form;
    }
  }

  /** The form that the evidence shows; undefined if it is the canonical one. */
  derive(peer: Peer, type: string): Derivation | undefined {
    if (!this.#parts.forms.infers) return undefined;
    return deriveForm(derivedName(peer.endpoint), roleFor(peer, type), peer.evidence);
  }

  /**
   * Whether an answer proves that the peer knows the message: it answers otherwise to an invented one.
   * Without an answer to the invented one there is no proof.
   */
  async proves(peer: Peer, body: unknown, status: number): Promise<boolean> {
    const invented = await this.#invented(peer);
    if (invented === undefined) return false;
    if (isRefused(invented)) return true;
    return answerSignature(invented.reply, invented.status) !== answerSignature(body, status);
  }

  /**
   * Whether an answer that is no valid reply may be one in another form. A peer that follows JSON-RPC says so if it does not know a
   * call or its members: its other answers are faults, unless they are in words of their own. A peer whose first message is a
   * response without `jsonrpc` or an id has a form without it.
   */
  async mayRead(peer: Peer, call: Call, form: FormOrCanonical, answer: Answer): Promise<boolean> {
    const isPartial = isObject(answer.body) && isObject(answer.body.result) && !isWholeRpc(answer.body);
    const isOfForm = form !== null || isInOwnWords(call, answer) || (isPartial && !hasSentWholeRpc(peer));
    return isOfForm || !(await this.#followsJsonRpc(peer));
  }

  /** Whether an answer that could not be read shows that the call has to be written in another form. */
  async showsForm(peer: Peer, call: Call, form: FormOrCanonical, answer: Answer): Promise<boolean> {
    const { infers, own } = this.#parts.forms;
    const { judgement } = answer;
    // The user has named this form, and the peer has used it.
    const isAgreed = form !== null && form === own && (peer.form ?? peer.speaks) === form;
    if (judgement === "refused" || isAgreed) return false;
    if (!infers) return judgement === "unknown";
    const isUnknown = judgement === "unknown" || namesMember(answer);
    const isProven = form === null && peer.form === null && peer.proven.size > 0;
    if (isProven && !isUnknown) return false;
    const isRead = form !== null && judgement !== "unclear";
    const isOfForm = isRead || (isProven ? isUnknownCall(answer) : isAboutCall(answer));
    if (!isOfForm && (await this.#followsJsonRpc(peer))) return false;
    if (isUnknown) return true;
    const effect = effectOf(call);
    // An answer that an invented message gets as well is about no message.
    if (effect === "effect")
      return judgement === "answered" && !(await this.proves(peer, answer.body, answer.status));
    return effect === "repeatable";
  }

  /** Whether the peer refuses an invented method as JSON-RPC says, so that its unexpected answers are faults. */
  async #followsJsonRpc(peer: Peer): Promise<boolean> {
    const invented = await this.#invented(peer);
    const error = isObject(invented?.reply) ? invented.reply.error : undefined;
    const repeatsId = isObject(invented?.reply) && invented.reply.id === inventedId;
    return invented?.status === 200 && repeatsId && isObject(error) && error.code === methodNotFound;
  }

  /** Opens an MCP session; false if the server opens none. */
  async openSession(peer: Peer): Promise<boolean> {
    const { context } = this.#parts;
    const limit = deadline(context.clock, questionMs, this.#parts.signal);
    if (peer.questioned + sessionRequests > mostSearched) return false;
    peer.questioned += sessionRequests;
    peer.searched += sessionRequests;
    try {
      const transport = peer.through(context.transport);
      const headers = await limit.race(() => openSession(transport, peer.address, limit.signal));
      if (headers !== null) peer.session = headers;
      return headers !== null;
    } catch {
      return false;
    } finally {
      limit.cleanup();
    }
  }

  /** Asks what the peer says about itself, for a path at which it takes messages. */
  async describe(peer: Peer): Promise<void> {
    await this.#ask(peer, 0);
  }

  async #invented(peer: Peer): Promise<Exchange | undefined> {
    const known = () =>
      peer.evidence.find(({ by, request }) => {
        return (
          by === "us" &&
          isObject(request) &&
          request.method === probeMethod &&
          findMessage(request)?.shape === "params"
        );
      });
    if (known() === undefined && this.mayAsk(peer)) {
      const answer = await this.#question(peer, inventedCall(probeMessage(this.#parts.now())));
      if (answer !== undefined) peer.learn(answer);
    }
    return known();
  }

  /** Asks the questions of a stage once. */
  async #ask(peer: Peer, stage: number): Promise<void> {
    if (peer.questions > stage || !this.mayAsk(peer)) return;
    peer.questions = stage + 1;
    const isInvented = (request: unknown, shape: unknown) =>
      isObject(request) && request.method === probeMethod && findMessage(request)?.shape === shape;
    const isRpc = isRpcPeer(peer.evidence);
    const readsNames = stage > 0 && (await this.#followsJsonRpc(peer));
    const open = questions(stage, this.#parts.now(), { isRpc, readsNames }).filter(({ body }) => {
      const shape = findMessage(body)?.shape;
      return !isInvented(body, shape) || !peer.evidence.some(({ request }) => isInvented(request, shape));
    });
    const answers = await Promise.all(open.map((one) => this.#question(peer, one)));
    for (const answer of answers) if (answer !== undefined) peer.learn(answer);
    const list = answers.find((one) => isObject(one?.request) && one.request.method === "tools/list");
    if (list === undefined || peer.session !== undefined || !mayNeedSession(list)) return;
    if (!(await this.openSession(peer))) return;
    const again = await this.#question(peer, { body: list.request, isMcp: true });
    if (again !== undefined) peer.learn(again);
  }

  async #question(peer: Peer, question: Question): Promise<Exchange | undefined> {
    if (peer.questioned >= mostSearched) return undefined;
    peer.questioned += 1;
    peer.searched += 1;
    const { context, signal } = this.#parts;
    const asking = { clock: context.clock, transport: peer.through(context.transport), signal };
    return exchange(question, asking, peer.address, question.isMcp === true ? peer.session : undefined);
  }

  /** The bundled forms that fit what is known about the peer, the most similar to its first message first. */
  async #bundled(peer: Peer, { type }: Call): Promise<readonly Form[]> {
    const { forms } = this.#parts;
    const first = peer.evidence.find(({ by }) => by === "peer")?.request;
    const shape = findMessage(first)?.shape;
    const isRpc = (shape !== undefined && shape !== "bare") || isRpcPeer(peer.evidence);
    // Such a peer has no one method for everything: it reads the name, and knows some of the documents'.
    const readsNames =
      (await this.#followsJsonRpc(peer)) &&
      peer.evidence.some((one) => one.by === "us" && one.type !== undefined && !isUnknownMethod(one.reply));
    const hasNoTools =
      answersAlike(peer) ||
      peer.evidence.some(({ request, reply }) => isRefusedAs(methodNotFound, "tools/call", request, reply));
    const fits = ({ profile }: Form) => {
      const isElsewhere = profile.path !== usualPath;
      if (isElsewhere) return shape !== "tools_call" && isAtOwnPath(profile.path, type);
      if (profile.request === "bare" && isRpc) return false;
      if (profile.request === "tools_call" && hasNoTools) return false;
      const isOtherPlace = profile.request === "message" || typeof profile.method === "object";
      return !(readsNames && isOtherPlace);
    };
    const all = forms.all.filter(fits);
    const sorted = first === undefined ? all : bySimilarity(all, findMessage(first));
    // Forms that differ in this message come before those that differ in all.
    const isOwn = ({ profile }: Form) =>
      Object.keys(profile.messages[type] ?? {}).length > 0 || profile.path !== usualPath;
    return type === "RUN_MATCH"
      ? [...sorted.filter(isOwn), ...sorted.filter((form) => !isOwn(form))]
      : sorted;
  }
}

const methodNotFound = -32601;
const invalidRequest = -32600;

/** Whether a peer gives one answer to all that it does not know: then no invented message shows where it reads one. */
function answersAlike({ evidence }: Peer): boolean {
  const invented = plainProbe(evidence);
  const listed = evidence.find(({ request }) => isObject(request) && request.method === "tools/list");
  return (
    invented !== undefined && listed !== undefined && !isRefused(invented) && isSameAnswer(listed, invented)
  );
}

/** Whether a body has the members of JSON-RPC, with any values. */
function isWholeRpc(body: unknown): boolean {
  return isObject(body) && body.jsonrpc !== undefined && body.id !== undefined;
}

function hasSentWholeRpc({ evidence }: Peer): boolean {
  return evidence.some(({ by, request, reply }) => isWholeRpc(by === "peer" ? request : reply));
}

/** Whether the peer has no method or type of this name, at the same place. */
function isUnknownTo(peer: Peer, body: unknown): boolean {
  const name = nameIn(body);
  return (
    name !== undefined &&
    peer.evidence.some(
      ({ by, request, reply }) => by === "us" && isUnknownMethod(reply) && nameIn(request) === name,
    )
  );
}

/** The place, the method and the type of a call; undefined for a plain message. */
function nameIn(body: unknown): string | undefined {
  const found = findMessage(body);
  return found?.method === undefined
    ? undefined
    : `${found.shape} ${found.method} ${asText(found.message.message_type)}`;
}

/** Whether there is no match or no membership without this message. */
function isNeeded(call: Call): boolean {
  return effectOf(call) !== "notice" && (call.type !== "ROUND_ANNOUNCEMENT" || call.isOrder === true);
}

/** Whether a form for another address is one for this message. */
function isAtOwnPath(path: string | undefined, type: string): boolean {
  if (path === undefined || path === usualPath) return false;
  return path === protocol.paths.register ? registrant(type) !== undefined : type === "RUN_MATCH";
}

function isRefusedAs(code: number, method: string, request: unknown, reply: unknown): boolean {
  if (!isObject(request) || request.method !== method) return false;
  return isObject(reply) && isObject(reply.error) && reply.error.code === code;
}

/** Whether a refusal names a member or lists names. */
function hasHints({ by, reply, type }: Exchange): boolean {
  if (by !== "us" || type === undefined) return false;
  const { members, unwanted, names } = hintsOf(reply);
  return members.length + unwanted.length + names.length > 0;
}

/** Whether a peer has refused the content of a message, whose method and place it knows. */
function isAboutContent({ by, reply, status }: Exchange): boolean {
  const code = isObject(reply) && isObject(reply.error) ? reply.error.code : undefined;
  if (code === methodNotFound || code === invalidRequest) return false;
  const [invalidParams, badRequest, unprocessable] = [-32602, 400, 422];
  return by === "us" && (code === invalidParams || status === badRequest || status === unprocessable);
}

function mayNeedSession({ status = 200, reply }: Exchange): boolean {
  return status >= 400 || /initiali|session/i.test(JSON.stringify(reply ?? ""));
}

/** Whether an answer to a canonical call is a response to it, and no whole message of the documents. */
function isInOwnWords({ type, id }: Call, { body }: Answer): boolean {
  const isResponse = isInformed(type) || isResponseTo(id, body) || replyShape(body) === "request_body";
  const result = isObject(body) ? body.result : undefined;
  if (!isResponse || !isObject(result)) return isResponse;
  const isWhole = COMMON_ENVELOPE.every((name) => result[name] !== undefined);
  const { reply, ack } = rowOf(type) ?? {};
  const due = fixedStatus.get(reply ?? ack ?? "");
  // The status of an acknowledgement says nothing more in other letters.
  const isOtherCase = result.status !== due && asText(result.status).toLowerCase() === due?.toLowerCase();
  return isOtherCase || !(isWhole && result.message_type === (reply ?? ack));
}

/** The role of a peer as far as it is known, or that of the recipient of a message. */
function roleFor(peer: Peer, type: string): DerivedRole {
  const [to] = rowOf(type)?.to ?? [];
  const role = peer.role ?? to;
  return role === "league_manager" ? "manager" : role === "referee" ? "referee" : "player";
}
