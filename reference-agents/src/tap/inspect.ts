/** The violations of one exchange, each with its clause and its pointer, and the wire form of the exchange. */

import { type MethodRow, methods } from "@league-v2/contract";
import type { Requirement } from "@league-v2/contract/requirements";
import {
  Forms,
  findMessage,
  isObject,
  type JsonObject,
  nearestTo,
  type ProfileCodec,
  replyMessage,
} from "@league-v2/sdk/codec";
import { clauseNamed, clauseOf, messageFaults } from "./inspect-message.js";
import type { Exchange } from "./relay.js";

export interface Violation {
  readonly clause: Requirement;
  /** JSON Pointer into the body; empty for the whole body or the HTTP message. */
  readonly pointer: string;
  readonly message: string;
  /** The agent that breaks the clause: the receiver of the request or its sender. */
  readonly by: "asker" | "answerer";
}

export interface Finding {
  /** Canonical type of the request; null for a request that is not a message of the league. */
  readonly type: string | null;
  /** Name of the wire form of the request. */
  readonly form: string;
  readonly violations: readonly Violation[];
}

const forms = new Forms("any").all;
const rows = new Map(Object.values<MethodRow>(methods).map((row) => [row.request, row]));

export function inspect({ request, answer }: Exchange): Finding {
  const asked = parsed(request.body);
  const found = findMessage(asked);
  const form = nearestTo(forms, asked);
  const type = found === undefined || form === undefined ? undefined : form.typeOf(found);
  const row = type === undefined ? undefined : rows.get(type);
  if (found === undefined || form === undefined || row === undefined) {
    return { type: null, form: "none", violations: isRpc(asked) ? [] : [bareRequest()] };
  }
  const violations: Violation[] = found.shape === "bare" ? [bareRequest()] : [];
  violations.push(...violationsIn(form, row.request, found.message, "asker", {}));
  if (answer === null) violations.push(violation("TRN-RPC-01", "", "no answer came", "answerer"));
  else violations.push(...answerFaults(form, row, asked, found.message, answer));
  return { type: row.request, form: form.name, violations };
}

function answerFaults(
  form: ProfileCodec,
  row: MethodRow,
  asked: unknown,
  request: JsonObject,
  answer: NonNullable<Exchange["answer"]>,
): Violation[] {
  const isNotification = isRpc(asked) && isObject(asked) && !("id" in asked);
  if (isNotification) {
    return answer.body.length === 0
      ? []
      : [violation("TRN-NTF-01", "", "a notification is answered", "answerer")];
  }
  const body = parsed(answer.body);
  if (body === undefined)
    return [violation("TRN-JSON-01", "", "the answer is not one JSON text", "answerer")];
  const violations: Violation[] = [];
  if (isRpc(asked) && isObject(body) && isObject(asked)) {
    const add = (clause: string, pointer: string, message: string) =>
      violations.push(violation(clause, pointer, message, "answerer"));
    if (body.jsonrpc !== "2.0") add("TRN-RPC-02", "/jsonrpc", 'the answer has no jsonrpc "2.0"');
    if ("result" in body === "error" in body) add("TRN-RPC-03", "", "not exactly one of result and error");
    if (body.id !== asked.id && body.id !== null)
      add("TRN-ID-01", "/id", `the id is ${JSON.stringify(body.id)}`);
    if (isObject(body.error)) return violations;
  }
  const reply = replyMessage(body);
  const expected = row.reply ?? row.ack;
  if (reply === undefined || expected === null) {
    return [...violations, violation("TRN-RPC-01", "/result", "the answer holds no message", "answerer")];
  }
  const { conversation_id } = reply;
  if (request.conversation_id !== undefined && conversation_id !== request.conversation_id) {
    const found = conversation_id === undefined ? "no conversation_id" : "another conversation_id";
    violations.push(violation("TRN-ENV-06", "/conversation_id", `the answer has ${found}`, "answerer"));
  }
  return [...violations, ...violationsIn(form, expected, reply, "answerer", request)];
}

function violationsIn(
  form: ProfileCodec,
  type: string,
  wire: JsonObject,
  by: Violation["by"],
  request: JsonObject,
): Violation[] {
  return messageFaults(form, type, wire, request).map(({ pointer, message }) => ({
    clause: clauseOf(type, pointer),
    pointer,
    message,
    by,
  }));
}

function violation(clause: string, pointer: string, message: string, by: Violation["by"]): Violation {
  return { clause: clauseNamed(clause), pointer, message, by };
}

function bareRequest(): Violation {
  return violation("TRN-OUT-01", "", "the request is no JSON-RPC 2.0 request", "asker");
}

function isRpc(body: unknown): boolean {
  return isObject(body) && body.jsonrpc === "2.0" && typeof body.method === "string";
}

/** Undefined if the bytes are not JSON. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}
