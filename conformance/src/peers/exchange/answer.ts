/** The agent's answer, as checks read it. */
import { messageTypes } from "../../contract.js";
import { isObject, type JsonObject, jsonIn, show, textOfBytes, utf8 } from "../../json.js";
import { CheckFailure } from "../../verdict.js";
import type { RawFailure, RawOutcome } from "../../wire/types.js";

/** A refusal in any of the forms that agents use. Only the checks about errors judge the form. */
export interface Refusal {
  form: "jsonrpc" | "http" | "status" | "tool";
  /** The JSON-RPC code. */
  code?: number | undefined;
  message: string;
  /** E001 … E021, from the code, the data or the text. */
  league?: string | undefined;
  data?: unknown;
}

/** The only fault of a message's form with a separate code (contract 5). */
const OTHER_PROTOCOL = "E018";
const INVALID_PARAMS = -32_602;

export interface AnswerParts {
  raw: RawOutcome;
  /** The whole body; undefined when there is none or it is not JSON. */
  json: unknown;
  /** The answering message in canonical form. */
  message: JsonObject | undefined;
  /** The name of the request in diagnoses: GAME_INVITATION, ping, a raw request. */
  question: string;
  /** The reply that the contract names, for the diagnosis. */
  wanted: string | undefined;
}

type Outcome = "message" | "refusal" | "empty" | "failure";

export class Answer {
  readonly raw: RawOutcome;
  readonly json: unknown;
  readonly question: string;
  /** The exact fault of the request, if that kind of request has several variants. */
  variant?: string;
  private readonly message: JsonObject | undefined;
  /** Cached: a waiting check reads it at every arrival of a message. */
  private knownOutcome: Outcome | undefined;
  private readonly wanted: string | undefined;

  constructor(parts: AnswerParts) {
    this.raw = parts.raw;
    this.json = parts.json;
    this.message = parts.message;
    this.question = parts.question;
    this.wanted = parts.wanted;
  }

  /**
   * - `message`: the agent accepted the request, and this is its reply
   * - `refusal`: it refused, in any form
   * - `empty`: an HTTP reply without a message that could be the answer, or a refusal, in it
   * - `failure`: no whole HTTP reply at all
   */
  get outcome(): Outcome {
    this.knownOutcome ??= this.findOutcome();
    return this.knownOutcome;
  }

  private findOutcome(): Outcome {
    if (this.raw.kind === "failure") return "failure";
    if (this.findRefusal() !== undefined) return "refusal";
    // An object without members is no message.
    if (this.message === undefined || Object.keys(this.message).length === 0) return "empty";
    return this.isAnotherMessage ? "empty" : "message";
  }

  /** A JSON-RPC result that is no refusal. JSON-RPC allows any value; the form of an acknowledgement is a SHOULD. */
  get hasResult(): boolean {
    const { outcome } = this;
    return (
      outcome === "message" ||
      (outcome === "empty" && isObject(this.json) && Object.hasOwn(this.json, "result"))
    );
  }

  /** The answer is another message of the contract. Names that no document has are read leniently. */
  get isAnotherMessage(): boolean {
    const type = this.message?.message_type;
    if (typeof type !== "string" || this.wanted === undefined || type === this.wanted) return false;
    return messageTypes.has(type) && !isErrorMessage(this.message) && kindOf(type) !== kindOf(this.wanted);
  }

  /** Milliseconds from the request's last byte to the answer's last byte (or to the failure). */
  get ms(): number {
    return this.raw.timing.end_ms - this.raw.timing.sent_ms;
  }

  get status(): number | undefined {
    return this.raw.kind === "reply" ? this.raw.status : undefined;
  }

  /** The answering message. @throws CheckFailure when the agent refused, failed or sent no message. */
  get result(): JsonObject {
    if (this.outcome === "message" && this.message !== undefined) return this.message;
    throw new CheckFailure({
      diagnosis: `${this.question} ${this.describeAsEnd()}; expected ${this.wanted ?? "a result"}`,
      expected: this.wanted ?? "a result",
      received: this.describe(),
    });
  }

  /** The refusal. @throws CheckFailure when the agent accepted, failed or sent no message. */
  get refusal(): Refusal {
    const refusal = this.findRefusal();
    if (refusal !== undefined) return refusal;
    throw new CheckFailure({
      diagnosis: `${this.question} ${this.describeAsEnd()}; expected an error`,
      expected: "an error",
      received: this.describe(),
    });
  }

  get failure(): RawFailure | undefined {
    return this.raw.kind === "failure" ? this.raw : undefined;
  }

  /** A phrase for a diagnosis. */
  describe(): string {
    const list = Array.isArray(this.json) ? `a list of ${this.json.length}: ` : "";
    return `${list}${this.inWords()}`.replaceAll(/\s+/g, " ");
  }

  private inWords(): string {
    if (this.raw.kind === "failure") return `no answer (${this.raw.reason}: ${this.raw.detail})`;
    const refusal = this.findRefusal();
    if (refusal !== undefined) return refusalText(refusal, this.raw.status);
    if (this.message !== undefined) return show(this.message.message_type ?? this.message, 160);
    if (this.raw.body.length === 0) return `HTTP ${this.raw.status} with an empty body`;
    return `HTTP ${this.raw.status} with ${show(textOfBytes(this.raw.body, 120), 140)}`;
  }

  /** The same as the end of a sentence about the request. */
  describeAsEnd(): string {
    return this.failure === undefined ? `was answered with ${this.describe()}` : `got ${this.describe()}`;
  }

  private findRefusal(): Refusal | undefined {
    if (this.raw.kind === "failure") return undefined;
    const { json, raw } = this;
    if (isObject(json)) {
      if (isObject(json.error)) return rpcRefusal(json.error);
      if (isErrorMessage(this.message)) return statusRefusal(this.message);
      if (isObject(json.result)) return resultRefusal(json.result);
      if (json.status === "error") return statusRefusal(json);
    }
    return raw.status >= 400 ? { form: "http", message: textOfBytes(raw.body, 160) } : undefined;
  }
}

/** Such a message instead of the reply says that the request was refused. */
function isErrorMessage(message: JsonObject | undefined): message is JsonObject {
  return message?.message_type === "GAME_ERROR" || message?.message_type === "LEAGUE_ERROR";
}

/** Messages of one kind are interchangeable: which acknowledgement or registration response is sent is a SHOULD. */
function kindOf(type: string): string {
  if (type.endsWith("_ACK") && type !== "GAME_JOIN_ACK") return "acknowledgement";
  return type.endsWith("_REGISTER_RESPONSE") ? "registration response" : type;
}

/** @param named where the code of the league may be, besides the JSON-RPC code and the text */
function refusalOf(
  form: Refusal["form"],
  message: string,
  code: number | undefined,
  data: unknown,
  named = data,
): Refusal {
  return { form, message, code, league: leagueCode(code, named, message), data };
}

function rpcRefusal({ code, message, data }: JsonObject): Refusal {
  const text = typeof message === "string" ? message : show(message);
  return refusalOf("jsonrpc", text, typeof code === "number" ? code : undefined, data);
}

/** Statuses in a result that mean that the agent does not support the message: `unknown_message_type`. */
const NOT_UNDERSTOOD =
  /^(error$|unknown|unsupported|unrecogni[sz]ed|invalid|not[ _-]?(found|supported|implemented|understood|handled))/i;

function resultRefusal(result: JsonObject): Refusal | undefined {
  if (result.isError === true) return toolRefusal(result);
  const isOwnWords = typeof result.message_type !== "string" || !messageTypes.has(result.message_type);
  const isRefused = typeof result.status === "string" && NOT_UNDERSTOOD.test(result.status);
  const isError = isObject(result.error) || (typeof result.error === "string" && result.error !== "");
  if (isOwnWords && (isRefused || (isError && result.message_type === undefined)))
    return statusRefusal(result);
  return result.status === "error" ? statusRefusal(result) : undefined;
}

/** Reads `{"status": "error"}` with its other members. */
function statusRefusal(body: JsonObject): Refusal {
  const { error_code, message, error, error_description, detail, data } = body;
  const words = error ?? message ?? error_description ?? detail ?? body.status ?? error_code;
  const text = typeof words === "string" ? words : show(words, 160);
  const code = typeof error_code === "number" ? error_code : undefined;
  const named = typeof error_code === "string" ? body : (data ?? null);
  return refusalOf("status", text, code, data ?? body, named);
}

/** The text of a tool's result describes the error: words, or the error message of the league. */
function toolRefusal(result: JsonObject): Refusal {
  const first: unknown = Array.isArray(result.content) ? result.content[0] : undefined;
  const text = isObject(first) && typeof first.text === "string" ? first.text : show(result.content, 160);
  const json = jsonIn(utf8(text));
  const data = isObject(json) ? json : undefined;
  const league = leagueCode(undefined, data, text);
  const code = league === undefined ? undefined : codeOf(league, data);
  return { form: "tool", message: text.slice(0, 160), code, league, data: data ?? result };
}

/** The JSON-RPC code that belongs to a code of the league (contract 5): a tool sends only the latter. */
function codeOf(league: string, data: JsonObject | undefined): number {
  const isFaulty = Array.isArray(data?.violations) && data.violations.length > 0;
  const isSchemaFault = isFaulty && league !== OTHER_PROTOCOL;
  return isSchemaFault ? INVALID_PARAMS : -32_000 - Number(league.slice(1));
}

function leagueCode(code: number | undefined, data: unknown, message: string): string | undefined {
  if (isObject(data) && typeof data.error_code === "string") return data.error_code;
  if (code !== undefined && code < -32_000 && code > -32_100)
    return `E${String(-32_000 - code).padStart(3, "0")}`;
  return /\bE0\d\d\b/.exec(message)?.[0];
}

function refusalText({ form, code, message }: Refusal, status: number): string {
  if (form === "jsonrpc") return `error ${code ?? "without a code"} (${message})`;
  return form === "http" ? `HTTP ${status} (${message})` : `an error in the result (${message})`;
}
