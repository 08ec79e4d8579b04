import { isObject } from "../json/is-object.js";
import { parseJson } from "../json/parse-json.js";
import type { JsonLimits } from "../json/plain-json.js";
import { readMessage } from "../json/read-message.js";
import type { Explain, Validator } from "../json/validator.js";
import type { IncomingReply } from "../platform/transport.js";
import type { CallForm } from "./call-form.js";
import { BadJsonError, type CallPlace, HttpStatusError, ProtocolFault, RpcReplyError } from "./errors.js";
import { textOf } from "./event-stream.js";

/** The expectations for a reply. */
export interface ReplyRules<Reply> {
  limits: JsonLimits;
  explain: Explain;
  /** Converts the peer's result to the message. */
  decode?: ((result: unknown) => unknown) | undefined;
  /** Finds the message in an answer of another wire form. */
  form?: CallForm | undefined;
  /** Undefined or null: every result is accepted. */
  validateReply: Validator<Reply> | null | undefined;
}

/** From a peer of another form an empty answer, or one with a result, may be an acknowledgement: it is not garbled. */
class UnreadAnswer extends ProtocolFault {
  override get isNoRpc(): boolean {
    return false;
  }
}

/** The maximum length of a body's excerpt in an error. */
const EXCERPT_LENGTH = 200;

/**
 * The reply message in an HTTP reply to the request with this id (IS 5.2.5). `error: null` next to a result, and
 * `result: null` next to an error, count as absent; a JSON-RPC error is read with any HTTP status.
 * @throws BadJsonError, HttpStatusError, ProtocolFault or RpcReplyError
 */
export function readReply<Reply>(
  reply: IncomingReply,
  id: number,
  place: CallPlace,
  rules: ReplyRules<Reply>,
): Reply {
  const isOk = reply.status >= 200 && reply.status <= 299;
  const text = textOf(reply.contentType, reply.body);
  const parsed = parseJson(text, rules.limits);
  const { form } = rules;
  const error = parsed.ok ? rpcErrorIn(parsed.value, form?.keepsIds === false ? null : id) : null;
  if (error !== null) throw new RpcReplyError(place, error, reply.status);
  if (!isOk) {
    const answer = parsed.ok ? parsed.value : undefined;
    throw new HttpStatusError(place, reply.status, excerpt(reply.body), answer);
  }
  if (text === "") {
    const Fault = form === undefined ? ProtocolFault : UnreadAnswer;
    throw new Fault(place, `HTTP ${reply.status} without an answer`);
  }
  if (!parsed.ok) throw new BadJsonError(place, `the answer is not acceptable JSON: ${parsed.fault.message}`);

  const result =
    form === undefined
      ? decoded(resultIn(parsed.value, id, place), rules.decode, place)
      : messageIn(parsed.value, id, place, form);
  if (rules.validateReply === null || rules.validateReply === undefined) return result as Reply;
  const message = readMessage(rules.validateReply, result);
  if (message.ok) return message.value;
  const violations = rules.explain(message.faults, result);
  const first = violations[0]?.message ?? "its schema refuses it";
  throw new ProtocolFault(place, `the reply is invalid: ${first}`, violations, parsed.value);
}

/** The message in the answer of a peer of another wire form. */
function messageIn(body: unknown, id: number, place: CallPlace, form: CallForm): unknown {
  if (form.keepsIds && isObject(body) && "jsonrpc" in body && "result" in body) resultIn(body, id, place);
  const message = form.read(body);
  if (message === undefined) {
    const mayAcknowledge = body === null || (isObject(body) && "result" in body);
    const Fault = mayAcknowledge ? UnreadAnswer : ProtocolFault;
    throw new Fault(place, "the answer holds no message", [], body);
  }
  return message;
}

function decoded(
  result: unknown,
  decode: ((result: unknown) => unknown) | undefined,
  place: CallPlace,
): unknown {
  if (decode === undefined) return result;
  try {
    return decode(result);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ProtocolFault(place, `the result cannot be understood: ${why}`);
  }
}

interface ErrorObject {
  code: number;
  message: string;
  data?: unknown;
}

/** The error object if this is a whole JSON-RPC error response to the request; its id is null if it could not be read. */
function rpcErrorIn(body: unknown, id: number | null): ErrorObject | null {
  if (!isObject(body) || body.jsonrpc !== "2.0" || isPresent(body.result)) return null;
  if (id !== null && body.id !== id && body.id !== null) return null;
  return isErrorObject(body.error) ? body.error : null;
}

/** The result of a JSON-RPC response to the request. */
function resultIn(body: unknown, id: number, place: CallPlace): unknown {
  const isResponse = isObject(body) && ("result" in body || isErrorObject(body.error));
  const hasOtherId = isResponse && "id" in body && body.id !== id;
  const fault = (what: string) => new ProtocolFault(place, what, [], body, hasOtherId);
  if (!isObject(body)) throw fault("the answer is not a JSON-RPC response object");
  if (body.jsonrpc !== "2.0") throw fault(`the answer has jsonrpc ${shown(body.jsonrpc)} instead of "2.0"`);
  if (body.id !== id) throw fault(`the answer has the id ${shown(body.id)} instead of ${id}`);
  const { result, error } = body;
  if (isPresent(error)) {
    throw fault(
      isPresent(result)
        ? "the answer has both a result and an error"
        : "the answer's error is no error object",
    );
  }
  if (result === undefined) throw fault("the answer has neither a result nor an error");
  return result;
}

function isErrorObject(value: unknown): value is ErrorObject {
  return isObject(value) && Number.isInteger(value.code) && typeof value.message === "string";
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** As JSON, so that the text "6" differs from the number 6. */
function shown(value: unknown): string {
  return excerpt(JSON.stringify(value) ?? "undefined");
}

function excerpt(text: string): string {
  return text.length <= EXCERPT_LENGTH ? text : `${text.slice(0, EXCERPT_LENGTH)}…`;
}
