/** Turns a row of `faults/*.yaml` into a mutant: what it says is done between the reference agent and its transport. */
import { methodOf, protocol, replyTypeOf } from "../contract.js";
import { isObject, type JsonObject } from "../json.js";
import {
  type Clock,
  type HttpHandler,
  type HttpReply,
  type OutgoingRequest,
  type Random,
  type Transport,
  TransportError,
} from "../sdk.js";
import type { FaultInjection } from "../subject/in-process-subject.js";
import { pause, within } from "../time/pause.js";
import type { Role } from "../types.js";
import type { ScriptedAnswer } from "../wire/types.js";
import { Acquaintances } from "./acquaintances.js";
import { Changes, GONE, Sender } from "./changes.js";
import { type Condition, conditionOf, msOf, Tracks, valueFrom } from "./conditions.js";
import { all } from "./fault-injection.js";
import type { Answer, Duration, FaultPart, FaultRow } from "./fault-row.js";
import { faultyAgent } from "./faulty-agent.js";
import { resultIn, withResult } from "./match-result.js";
import { type Mutant, sideOf } from "./mutant.js";
import {
  answerIn,
  callIn,
  failureOf,
  isRequest,
  type Look,
  listOf,
  type Passing,
  type Read,
  replyIn,
  requestIn,
  type Target,
  targetOf,
  withBody,
} from "./passing.js";

export function mutantOf({ id, text, breaks, roles, wire, also = [], ...rest }: FaultRow): Mutant {
  const { options, forgets, ends, server, busyPort, encoding, outermost, ...first } = rest;
  const side = sideOf(id);
  const role = side === "transport" ? undefined : side;
  return {
    id,
    fault: text,
    breaks: listOf(breaks),
    ...(roles === undefined ? {} : { roles }),
    ...(wire === undefined ? {} : { wire }),
    ...(outermost === undefined ? {} : { outermost }),
    ...(options === undefined && forgets === undefined && ends === undefined
      ? {}
      : { agent: faultyAgent(options, forgets, ends) }),
    inject: () => {
      const known = new Acquaintances();
      const parts = [first, ...also].map((part) => new Fault(part, role).injection(known));
      return {
        ...all(known.listening, ...parts),
        ...(server === undefined ? {} : { serverBehaviour: server }),
        ...(busyPort === undefined ? {} : { onBusyPort: busyPort }),
        ...(encoding === undefined ? {} : { deliver: (answer) => encoded(answer, encoding) }),
      };
    },
  };
}

const RESULT = "result of a match";

const PARTS: ReadonlySet<string> = new Set<keyof FaultPart>([
  ...(["on", "when", "set", "remove", "answer", "drop", "repeat", "delay"] as const),
  ...(["postpone", "giveUp", "inTurn", "crash", "timers", "send", "print"] as const),
]);

/** One part of a row, with what it has seen since the agent was started. */
class Fault {
  private readonly part: FaultPart;
  private readonly target: Target;
  private readonly tracks: Tracks;
  private readonly holds: Condition;
  private readonly changes: Changes;
  private readonly answer: ReturnType<typeof answerOf> | undefined;
  private readonly print: Read | undefined;
  private readonly sender: Sender | undefined;
  private outside: Transport | undefined;

  constructor(part: FaultPart, role: Role | undefined) {
    const unknown = Object.keys(part).find((key) => !PARTS.has(key));
    if (unknown !== undefined) throw new Error(`a fault has no member "${unknown}"`);
    this.part = part;
    this.target = part.on === undefined || part.on === RESULT ? () => false : targetOf(part.on, role);
    this.tracks = new Tracks(role, this.target);
    this.holds = conditionOf(part.when ?? {}, this.tracks);
    this.changes = new Changes(part, this.tracks);
    if (part.print !== undefined) this.print = valueFrom(part.print, this.tracks);
    if (part.send !== undefined) this.sender = new Sender(part.send, this.tracks);
    if (part.answer !== undefined) this.answer = answerOf(part.answer, this.tracks);
  }

  injection(known: Acquaintances): FaultInjection {
    const { timers, on } = this.part;
    return {
      handler: (inner, tools) => this.handler(inner, { tools, known }),
      transport: (inner, tools) => {
        const look = { tools, known };
        this.outside = inner;
        const outside = this.transport(inner, look);
        return on === RESULT ? { send: (call) => outside.send(this.ended(call, look)) } : outside;
      },
      ...(timers === undefined ? {} : { clock: (inner: Clock) => withTimers(inner, timers) }),
      ...(on === "draw" ? { random: (inner, tools) => this.random(inner, { tools, known }) } : {}),
    };
  }

  private handler(inner: HttpHandler, look: Look): HttpHandler {
    const { clock, crash } = look.tools;
    return async (http) => {
      const request = requestIn(http);
      const passed = this.either(request, look);
      if (passed?.ms !== undefined) await pause(clock, passed.ms);
      if (passed?.answer !== undefined) return sent(await passed.answer());
      const { changed } = passed ?? {};
      const asked = changed === undefined ? http : { ...http, ...requestOf(changed, request) };
      const reply = await inner(asked);
      const answer = answerIn(reply, request);
      const answered = this.either(answer, look);
      if (answered?.ms !== undefined) await pause(clock, answered.ms);
      if (this.part.crash === true && (passed ?? answered) !== undefined) crash(CRASH);
      if (answered?.answer !== undefined) return sent(await answered.answer());
      return answered?.changed === undefined ? reply : replyOf(answered.changed, answer, reply);
    };
  }

  private transport(inner: Transport, look: Look): Transport {
    const { clock, crash } = look.tools;
    let queue: Promise<unknown> = Promise.resolve();
    return {
      send: async (request) => {
        const call = callIn(request);
        const passed = this.passed(call, look);
        const { changed = call } = passed ?? {};
        const given = changed === call ? request : { ...request, ...givenOf(changed, call, request) };
        const send = async () => {
          const reply = await inner.send(given).catch((error: unknown) => ({ error }));
          const answer = "error" in reply ? failureOf(call) : replyIn(reply, call);
          const answered = this.passed(answer, look);
          if (answered?.ms !== undefined) await pause(clock, answered.ms);
          if (answered?.answer !== undefined) return received(await answered.answer());
          if (answered !== undefined && this.part.crash === true) crash(CRASH);
          if ("error" in reply) throw reply.error;
          return answered?.changed === undefined
            ? reply
            : { ...reply, ...statusOf(answered.changed), body: textIn(answered.changed, answer) };
        };
        if (passed === undefined) return send();
        const { drop, repeat, postpone, giveUp, inTurn } = this.part;
        const { answer: own = async () => json(call, expectedAnswer(call, look, this.tracks)) } = passed;
        const ms = (duration: Duration) => msOf(duration, call.type);
        if (passed.ms !== undefined) await pause(clock, passed.ms);
        if (postpone !== undefined)
          void pause(clock, ms(postpone))
            .then(send)
            .catch(() => undefined);
        if (giveUp !== undefined) {
          const late = async () => (passed.answer === undefined ? gaveUp() : received(await own()));
          return Promise.race([send(), pause(clock, ms(giveUp)).then(late)]);
        }
        if (drop === true || postpone !== undefined || passed.answer !== undefined)
          return received(await own());
        if (repeat === true) await send().catch(() => undefined);
        else if (repeat !== undefined) {
          const first = send();
          return Promise.race([first, within(clock, ms(repeat), first, send)]);
        }
        if (inTurn !== true) return send();
        const turn = queue.then(send);
        queue = turn.catch(() => undefined);
        return turn;
      },
    };
  }

  /** What happens to a message; undefined when it does not have the fault. */
  private passed(
    one: Passing,
    look: Look,
  ): { changed?: Passing | undefined; answer?: () => Promise<Answered>; ms?: number } | undefined {
    const isMeant = this.target(one) && this.holds(one, look);
    const changed = isMeant ? this.changes.of(one, look) : undefined;
    const answered = isMeant ? this.answer?.(one, look) : undefined;
    if (isMeant && this.outside !== undefined) this.sender?.send(one, look, this.outside);
    if (isMeant && this.print !== undefined) look.tools.print(String(this.print(one, look)));
    this.tracks.note(one, look);
    if (!isMeant) return undefined;
    const { delay } = this.part;
    return {
      changed,
      ...(answered === undefined ? {} : { answer: answered }),
      ...(delay === undefined ? {} : { ms: msOf(delay, one.type) }),
    };
  }

  /** As `passed`; the members of a batch are changed one by one, if the fault is not about the whole. */
  private either(all: Passing, look: Look): ReturnType<Fault["passed"]> {
    const before = all.body;
    if (!Array.isArray(before) || this.target(all)) return this.passed(all, look);
    const after = before.map((one: unknown) => this.passed(withBody(all, one), look)?.changed?.body ?? one);
    const body = after.filter((one) => one !== GONE);
    return after.some((one, index) => one !== before[index]) ? { changed: { ...all, body } } : undefined;
  }

  /** Only the draw asks for a number below this limit. */
  private random(inner: Random, look: Look): Random {
    const { minimum, maximum } = protocol.draw;
    const range = maximum - minimum + 1;
    const changed = (number: number): number => {
      const one = withBody(NO_MESSAGE, { params: { number } });
      return Number((this.passed({ ...one, type: "draw" }, look)?.changed ?? one).message.number);
    };
    return {
      bytes: (n) => inner.bytes(n),
      below: (n) => (n === range ? changed(inner.below(n) + minimum) - minimum : inner.below(n)),
    };
  }

  /** The call, with another result if it has the fault. */
  private ended(call: OutgoingRequest, look: Look): OutgoingRequest {
    const { body, message } = callIn(call);
    const result = resultIn(message);
    if (result === undefined || !isObject(body)) return call;
    const one = withBody(NO_MESSAGE, { params: result });
    const changed = this.holds(one, look) ? this.changes.of(one, look) : undefined;
    if (changed === undefined) return call;
    return { ...call, body: JSON.stringify({ ...body, params: withResult(message, changed.message) }) };
  }
}

/** What stands for a message where there is none. */
const NO_MESSAGE: Passing = { slot: "calls", type: "", body: {}, message: {}, http: { body: "" } };

/** What the encoding does not have, JSON writes as escapes. */
function encoded(answer: ScriptedAnswer, encoding: "latin1"): ScriptedAnswer {
  if (answer.kind !== "reply") return answer;
  const escaped = String(answer.body).replaceAll(
    /[^\0-\xff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return { ...answer, body: Buffer.from(escaped, encoding) };
}

const CRASH = new Error("Uncaught TypeError: cannot read properties of undefined");

function gaveUp(): never {
  throw new TransportError("aborted", "given up");
}

interface Answered {
  status: number;
  type: string;
  body: string;
}

function json({ body, request }: Passing, result: unknown, member: "result" | "error" = "result"): Answered {
  const asked = request?.body ?? body;
  const id = isObject(asked) ? (asked.id ?? null) : null;
  return asJson({ jsonrpc: "2.0", id, [member]: result });
}

function asJson(body: unknown): Answered {
  return { status: 200, type: "application/json", body: JSON.stringify(body) };
}

/** What is answered instead; undefined when the message needs no answer. */
function answerOf(
  answer: Answer,
  tracks: Tracks,
): (one: Passing, look: Look) => (() => Promise<Answered>) | undefined {
  if (typeof answer === "object" && "status" in answer) {
    const { status, type = "text/plain", body = "" } = answer;
    return () => async () => ({ status, type: body === "" ? "" : type, body });
  }
  const made = bodyOf(answer, tracks);
  return (one, look) => {
    const isPlain = typeof answer === "object" && "json" in answer;
    if (one.slot === "requests" && !isPlain && isObject(one.body) && !isServed(one)) return undefined;
    if (answer === "never") return () => new Promise<never>(() => undefined);
    if (answer === "unreachable")
      return () => Promise.reject(new TransportError("unreachable", "it is not there"));
    const body = made(one, look);
    return async () => body;
  };
}

/** Whether an agent reads the message in a request: neither JSON-RPC nor its limit of size has it refuse the request. */
function isServed({ body, http: { length = 0 } }: Passing): boolean {
  return isRequest(body) && length <= protocol.limits.bodyBytes;
}

function bodyOf(answer: Answer, tracks: Tracks): (one: Passing, look: Look) => Answered {
  if (typeof answer !== "object" || "status" in answer || "expected" in answer) {
    const members = typeof answer === "object" && "expected" in answer ? answer.expected : {};
    return (one, look) => json(one, { ...expectedAnswer(one, look, tracks), ...members });
  }
  if ("error" in answer) {
    const { error: code, message = NAMES[code] ?? "INVALID_STATE" } = answer;
    return (one) => json(one, { code, message }, "error");
  }
  const value = valueFrom("result" in answer ? answer.result : answer.json, tracks);
  return "result" in answer ? (one, look) => json(one, value(one, look)) : (...at) => asJson(value(...at));
}

const NAMES: Readonly<Record<number, string>> = {
  [-32_600]: "Invalid Request",
  [-32_601]: "Method not found",
  [-32_602]: "Invalid params",
  [-32_603]: "Internal error",
};

function sent({ status, type, body }: Answered): HttpReply {
  return { status, headers: type === "" ? {} : { "content-type": type }, body };
}

function received({ status, type, body }: Answered) {
  return { status, contentType: type, body };
}

/** The body of a message that has been changed. */
function textIn(changed: Passing, one: Passing): string {
  if (changed.http.body !== one.http.body) return changed.http.body;
  return changed.body === one.body ? one.http.body : JSON.stringify(changed.body);
}

function requestOf(changed: Passing, one: Passing) {
  const { path = "", type = null } = changed.http;
  const isSame = changed.body === one.body && changed.http.body === one.http.body;
  return { path, contentType: type, ...(isSame ? {} : { body: textIn(changed, one) }) };
}

function replyOf(changed: Passing, one: Passing, { headers, status }: HttpReply): HttpReply {
  const { type } = changed.http;
  const isSame = type === one.http.type || type === null || type === undefined;
  const body = textIn(changed, one);
  return {
    status: changed.http.status ?? status,
    headers: isSame ? headers : { ...headers, "content-type": type },
    body,
  };
}

function givenOf(changed: Passing, one: Passing, { headers }: OutgoingRequest) {
  const { type } = changed.http;
  const isSame = type === one.http.type || typeof type !== "string";
  return { body: textIn(changed, one), ...(isSame ? {} : { headers: { ...headers, "content-type": type } }) };
}

function statusOf({ http: { status = 200 } }: Passing) {
  return { status };
}

function withTimers(inner: Clock, timers: Readonly<Record<string, Duration>>): Clock {
  const changes = Object.entries(timers).map(([name, to]) => {
    const [, bound, from = ""] = /^(up to |from )?(.*)$/.exec(name) ?? [];
    const at = msOf(from, "");
    const fits = (ms: number) => (bound === undefined ? ms === at : bound === "from " ? ms >= at : ms <= at);
    return { fits, to: msOf(to, "") };
  });
  const changed = (ms: number) => changes.find(({ fits }) => fits(ms))?.to ?? ms;
  return { now: () => inner.now(), after: (ms, run) => inner.after(changed(ms), run) };
}

// The answer that the sender of a message waits for, made without the agent that was asked.

const ACCEPTED = { status: "ACCEPTED", auth_token: "0".repeat(32), league_id: "league_1", reason: null };

const MEMBERS: Readonly<Record<string, (message: JsonObject) => JsonObject>> = {
  LEAGUE_REGISTER_REQUEST: () => ({ ...ACCEPTED, player_id: "P01" }),
  REFEREE_REGISTER_REQUEST: () => ({ ...ACCEPTED, referee_id: "REF01" }),
  GAME_INVITATION: ({ timestamp }) => ({ arrival_timestamp: timestamp, accept: true }),
  CHOOSE_PARITY_CALL: () => ({ parity_choice: "even" }),
  RUN_MATCH: () => ({ status: "acknowledged" }),
  MATCH_RESULT_REPORT: () => ({ status: "recorded" }),
};

function expectedAnswer(
  { slot, url, message, request }: Passing,
  { known }: Look,
  { role }: Pick<Tracks, "role">,
): JsonObject {
  const asked = request?.message ?? message;
  const { protocol, timestamp, conversation_id, match_id, round_id, message_type } = asked;
  const type = String(message_type);
  const isOwn = slot === "requests" || slot === "answers";
  const other = isOwn ? undefined : known.receiver(url, asked);
  const receivers = methodOf(type)?.to ?? [];
  const usual = receivers.includes("league_manager")
    ? "manager"
    : receivers.includes("player")
      ? "player"
      : "referee";
  const by = (isOwn ? role : other?.role) ?? usual;
  const id = (isOwn ? known.me.id : other?.id) ?? (by === "referee" ? "REF01" : "P01");
  const sender = by === "manager" ? "league_manager" : `${by}:${String(id)}`;
  const player = by === "player" ? { player_id: id } : {};
  const auth_token = isOwn ? known.me.token : "0".repeat(32);
  const envelope = { protocol, message_type: replyTypeOf(type) ?? "ACK", sender, timestamp, conversation_id };
  const about = { auth_token, match_id, round_id, ...player };
  return { ...envelope, ...about, ...(MEMBERS[type]?.(asked) ?? { status: "ACKNOWLEDGED" }) };
}
