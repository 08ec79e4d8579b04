/** Answers whatever is not canonical: recognises the form of a request, has it handled, and answers in kind. */
import { explain } from "@league-v2/contract";
import { readMessage } from "../json/read-message.js";
import {
  type Dispatcher,
  InvalidMessageError,
  RpcError,
  type RpcMethod,
  type RpcRequest,
} from "../rpc/index.js";
import { errorText, resultText } from "../rpc/reply-text.js";
import { rpcErrors } from "../rpc/rpc-error.js";
import {
  type Form,
  isObject,
  isWrapped,
  type JsonObject,
  type Located,
  locate,
  methodOf,
  type Reading,
  readApplicant,
  requestTypes,
  toolResult,
  type Variables,
} from "../wire/index.js";
import { copy } from "../wire/members.js";
import { styleOf, writeTimes } from "../wire/times.js";
import { wordOf } from "../wire/word-of.js";
import { describeError } from "./describe-error.js";
import { dialectValidator } from "./dialect-validators.js";
import type { Forms } from "./forms.js";
import { lenientRegistration } from "./lenient-registration.js";
import { lenientReport } from "./lenient-report.js";
import type { AgentCore } from "./life.js";
import { MatchFacts } from "./match-facts.js";
import { refusal, schemaFault } from "./refusal.js";
import type { Trace } from "./trace.js";
import type { Wire } from "./wire.js";

export interface ForeignSetting {
  readonly life: AgentCore;
  readonly methods: Dispatcher<Wire>;
  /** This agent's id, once it is registered. */
  readonly id: () => string | null;
  readonly forms: Forms;
}

/** The text of an answer, null when none is due, undefined when this is no message of any form. */
export type ForeignAnswer = string | null | undefined;

export class ForeignCalls {
  readonly #setting: ForeignSetting;
  readonly #facts = new MatchFacts();

  constructor(setting: ForeignSetting) {
    this.#setting = setting;
  }

  /**
   * @param request as JSON-RPC reads the body; a bare message is an invalid one
   * @param trace whose work the request belongs to
   */
  async answer(body: unknown, request: RpcRequest, trace?: Trace): Promise<ForeignAnswer> {
    const found = locate(body);
    this.#noteRegistration(body, found);
    if (request.kind === "invalid" && found?.shape !== "bare") return undefined;
    if (found === undefined) return this.#misplaced(request);
    const { methods, forms } = this.#setting;
    const isServedName = found.shape === "params" && methods.has(found.method ?? "");
    let refused: { reading: Reading; error: unknown } | undefined;
    for (const reading of forms.recogniser.readings(found, isServedName, this.#about(found))) {
      const method = methods.get(reading.method);
      if (method === undefined) continue;
      try {
        const reply = await this.#handle(found, reading, method, trace);
        return encode(request, reading, timedLike(found, reply), this.#about(found));
      } catch (error) {
        if (!(error instanceof InvalidMessageError)) return this.#refuse(request, found, reading, error);
        refused ??= { reading, error };
      }
    }
    const understood = await this.#leniently(request, found, isWrapped(body, found), trace);
    if (understood !== undefined) return understood;
    if (refused === undefined) {
      return found.shape === "tools_call" ? unknownTool(request, found) : this.#misplaced(request);
    }
    return isServedName ? undefined : this.#refuse(request, found, refused.reading, refused.error);
  }

  /** What an agent of another form says first tells how it wants to be called. */
  #noteRegistration(body: unknown, found: Located | undefined): void {
    const { life } = this.#setting;
    const applicant = found && readApplicant({ name: found.method, message: found.message });
    if (applicant?.endpoint !== undefined && life.role === "league_manager") {
      life.forms.registered(applicant.endpoint, body);
    }
  }

  /** A method of some form, whose params hold no message that belongs to it. */
  #misplaced(request: RpcRequest): ForeignAnswer {
    if (request.kind === "invalid") return undefined;
    const { methods, forms } = this.#setting;
    const { method } = request;
    const served = requestTypes.filter((type) => methods.has(methodOf(type)?.name ?? ""));
    const isName = (form: Form) => served.some((type) => form.carries(method, type));
    if (methods.has(method) || !(method === "tools/call" || forms.book.all.some(isName))) return undefined;
    return request.kind === "notification" ? null : errorText(request.id, rpcErrors.invalidParams);
  }

  /** The answer to a registration or a report that no form describes and that can be understood all the same. */
  async #leniently(
    request: RpcRequest,
    found: Located,
    wrapped: boolean,
    trace: Trace | undefined,
  ): Promise<ForeignAnswer> {
    const { life, methods, forms } = this.#setting;
    if (life.strict) return undefined;
    const newConversation = () => life.client.generateConversationId("conv-understood");
    const understood =
      lenientRegistration(found, wrapped, life.voice.now(), newConversation) ??
      lenientReport(found, life.voice.now(), newConversation);
    const row = understood === undefined ? undefined : methodOf(understood.type);
    const method = row === undefined ? undefined : methods.get(row.name);
    const form = forms.book.mostTolerant(found);
    if (understood === undefined || row === undefined || method === undefined || form === undefined)
      return undefined;
    const reading = { form, method: row.name, ...understood };
    try {
      const reply = await this.#handle(found, reading, method, trace, true);
      return encode(request, reading, reply, this.#about(found));
    } catch (error) {
      return error instanceof InvalidMessageError ? undefined : this.#refuse(request, found, reading, error);
    }
  }

  async #handle(
    found: Located,
    reading: Reading,
    method: RpcMethod<Wire>,
    trace: Trace | undefined,
    isLenient = false,
  ): Promise<unknown> {
    const { form, type, message } = reading;
    const { name, tokens, match_start } = form.profile;
    // What no form describes comes with a token: the form that is nearest may know none.
    const tokenless = tokens === "optional" && !isLenient;
    const wire = { name, tokenless, matchStart: match_start, trace, isLenient };
    if (!isLenient) this.#mustFitDialect(found, reading);
    const outcome = method.call(message, wire);
    // The validator has not refused: so this is what was meant, whatever the handler says to it.
    this.#setting.forms.recogniser.remember(found, reading);
    this.#facts.hear(type, message);
    const reply = await outcome;
    if (isObject(reply) && typeof reply.message_type === "string")
      this.#facts.hear(reply.message_type, reply);
    return reply;
  }

  /** @throws InvalidMessageError for a message that breaks the schema of its own dialect */
  #mustFitDialect({ message }: Located, { form, type, method }: Reading): void {
    const validate = dialectValidator(form.name, type);
    const read = validate === undefined ? null : readMessage(validate, message);
    if (read === null || read.ok) return;
    throw refusal(schemaFault(explain(read.faults, message)), message, method, this.#setting.life.voice);
  }

  #refuse(request: RpcRequest, found: Located, reading: Reading, error: unknown): ForeignAnswer {
    const { life } = this.#setting;
    if (!(error instanceof RpcError)) {
      life.log({ level: "error", message: `${reading.method}: ${describeError(error)}` });
    }
    const { code, message } = rpcErrors.internalError;
    const told = error instanceof RpcError ? error : new RpcError(code, message);
    return refusalText(request, reading.form, told, this.#about(found));
  }

  #about({ message }: Located): Variables {
    const { life, id } = this.#setting;
    const me = id();
    const about = {
      opponent_id: "unknown",
      ...this.#facts.of(message),
      recipient: me ?? undefined,
      now: life.voice.now(),
      conversation: `conv-${wordOf(message.match_id ?? message.sender ?? "unknown")}`,
    };
    return { ...this.#facts.withRoles(about, message, me), ...frameOf(message) };
  }
}

/** The reply with its times in the style of the request: some agents read no other. */
function timedLike({ message }: Located, reply: unknown): unknown {
  const style = styleOf(message.timestamp);
  if (!isObject(reply) || style === undefined || style === contractStyle) return reply;
  const own = copy(reply);
  writeTimes(own, style);
  return own;
}

const contractStyle = "fraction";

function encode(
  request: RpcRequest,
  { form, type }: Reading,
  reply: unknown,
  about: Variables,
): ForeignAnswer {
  if (request.kind === "notification") return null;
  const id = idOf(request);
  if (!isObject(reply) || typeof reply.message_type !== "string") return resultText(id, reply);
  const asked = { ...about, request_type: type };
  const wire = form.message(reply.message_type, reply, asked);
  switch (form.profile.reply) {
    case "result":
      return resultText(id, wire);
    case "content_text":
      return resultText(id, toolResult(wire));
    case "request_body": {
      const method = JSON.stringify(form.methodName(reply.message_type));
      return `{"jsonrpc":"2.0","method":${method},"params":${JSON.stringify(wire)},"id":${id}}`;
    }
    case "bare":
      return JSON.stringify(wire);
  }
}

/** What an answer repeats of its request in some forms. */
function frameOf({ league_id, round_id, match_id }: JsonObject): Variables {
  const frame = { league_id, round_id, match_id };
  return Object.fromEntries(Object.entries(frame).filter(([, value]) => value !== undefined));
}

function refusalText(request: RpcRequest, form: Form, error: RpcError, about: Variables): ForeignAnswer {
  if (request.kind === "notification") return null;
  const id = idOf(request);
  const data = inForm(error.data, form, about);
  const told = { error_code: error.code, message: error.message, data };
  switch (form.profile.errors ?? "jsonrpc") {
    case "jsonrpc":
      return errorText(id, { code: error.code, message: error.message, data });
    case "tool": {
      const { content } = toolResult(isObject(data) ? data : told);
      return resultText(id, { content, isError: true });
    }
    case "status": {
      const status = { status: "error", ...told };
      return form.profile.reply === "bare" ? JSON.stringify(status) : resultText(id, status);
    }
  }
}

/** The message in an error, in the words of the form. */
function inForm(data: unknown, form: Form, about: Variables): unknown {
  if (!isObject(data) || typeof data.message_type !== "string") return data;
  return form.message(data.message_type, data, about);
}

/** MCP: a tool that is not there is a fault of the params. */
function unknownTool(request: RpcRequest, { method }: Located): ForeignAnswer {
  if (request.kind !== "call") return request.kind === "notification" ? null : undefined;
  return errorText(request.id, { code: rpcErrors.invalidParams.code, message: `Unknown tool: ${method}` });
}

function idOf(request: RpcRequest): string {
  return request.kind === "notification" ? "null" : request.id;
}
