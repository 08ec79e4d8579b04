import type { Validator } from "@league-v2/contract";
import { isObject, type JsonLimits, parseJson } from "../json/parse-json.js";
import type { ReadRefused } from "../json/read-message.js";
import type { IncomingReply } from "../platform/transport.js";
import { BadJsonError, type CallPlace, HttpStatusError, ProtocolFault, RpcReplyError } from "./errors.js";

/** The expectations for a reply. */
interface ReplyRules<Reply> {
  limits: JsonLimits;
  readRefused: ReadRefused;
  /** Undefined or null: every result is accepted. */
  validateReply: Validator<Reply> | null | undefined;
}

/** The maximum length of a body's excerpt in an error. */
const EXCERPT_LENGTH = 200;

/**
 * The reply message in an HTTP reply to the request with this id (IS 5.2.5). `error: null` next to a result, and
 * `result: null` next to an error, count as absent; a JSON-RPC error is read with any HTTP status.
 * @throws BadJsonError, HttpStatusError, ProtocolFault or RpcReplyError
 */
export async function readReply<Reply>(
  { status, body }: IncomingReply,
  id: number,
  place: CallPlace,
  { limits, readRefused, validateReply }: ReplyRules<Reply>,
): Promise<Reply> {
  const parsed = parseJson(body, limits);
  const error = parsed.ok ? rpcErrorIn(parsed.value, id) : null;
  if (error !== null) throw new RpcReplyError(place, error);
  if (status < 200 || status > 299) throw new HttpStatusError(place, status, excerpt(body));
  if (body === "") throw new ProtocolFault(place, `HTTP ${status} without an answer`);
  if (!parsed.ok) throw new BadJsonError(place, `the answer is not acceptable JSON: ${parsed.fault.message}`);

  const result = resultIn(parsed.value, id, place);
  if (validateReply === null || validateReply === undefined) return result as Reply;
  if (validateReply(result)) return result;
  const read = await readRefused(validateReply, result);
  if (read.ok) return read.value;
  const { violations } = read;
  const first = violations[0]?.message ?? "its schema refuses it";
  throw new ProtocolFault(place, `the reply is invalid: ${first}`, violations);
}

interface ErrorObject {
  code: number;
  message: string;
  data?: unknown;
}

/** The error object if this is a whole JSON-RPC error response to the request; its id is null if it could not be read. */
function rpcErrorIn(body: unknown, id: number): ErrorObject | null {
  if (!isObject(body) || body.jsonrpc !== "2.0" || isPresent(body.result)) return null;
  if (body.id !== id && body.id !== null) return null;
  return isErrorObject(body.error) ? body.error : null;
}

/** The result of a JSON-RPC response to the request. */
function resultIn(body: unknown, id: number, place: CallPlace): unknown {
  const fault = (what: string) => new ProtocolFault(place, what);
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
