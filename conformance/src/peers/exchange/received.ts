/** A message that the agent sent to a peer of the suite, and the peer's answer to it. */
import { isCopiedOutsideResult, membersOutsideResult } from "@league-v2/sdk/codec";
import { bytesOf, isObject, type JsonObject } from "../../json.js";
import { type Codec, findMessage, type RequestId, type Variables } from "../../profiles/codec.js";
import type { Arrival, ScriptedAnswer } from "../../wire/types.js";
import type { PeerClient } from "./peer-client.js";
import { type PeerContext, timestampText } from "./peer-context.js";

export interface Received {
  at_ms: number;
  /** Canonical message_type; undefined for plain methods and unreadable bodies. */
  type: string | undefined;
  /** Canonical form. */
  message: JsonObject;
  method: string | undefined;
  /** Undefined for a notification. */
  id: RequestId | undefined;
  json: unknown;
  /** The wire form of the message and of its answer. */
  form: Codec;
  raw: Arrival;
  /** Which of the suite's peers received it. */
  by: string;
  /** What that peer answers, and when, on the environment's clock; undefined until it is known. */
  answer?: { reaction: Reaction; at_ms: number };
}

/** A peer's reaction to an arrival. */
export type Reaction =
  /** The contract's reply, with these members. `alter` changes the message, `change` the whole body that is sent. */
  | {
      say: string;
      fields: JsonObject;
      afterMs?: number | undefined;
      alter?: (message: JsonObject) => JsonObject;
      change?: (body: JsonObject) => unknown;
    }
  | { error: { code: number; message: string; data?: unknown }; afterMs?: number }
  | { result: unknown; afterMs?: number }
  | { http: ScriptedAnswer };

/**
 * The reaction in the form of the request.
 * @param client in whose name it is answered
 */
export function answerOf(
  received: Received,
  reaction: Reaction,
  peerContext: PeerContext,
  client: PeerClient,
  about: Variables,
): ScriptedAnswer {
  if ("http" in reaction) return reaction.http;
  // The reply to a notification has no body (contract 1).
  if (received.id === undefined && findMessage(received.json)?.shape !== "bare")
    return { kind: "reply", status: 204, body: "" };
  const { id = null } = received;
  const { afterMs: delayMs } = reaction;
  const send = (body: unknown): ScriptedAnswer => ({
    kind: "reply",
    status: 200,
    body: bytesOf(body),
    delayMs,
  });
  if ("error" in reaction) return send({ jsonrpc: "2.0", id, error: reaction.error });
  if ("result" in reaction) return send({ jsonrpc: "2.0", id, result: reaction.result });
  const { say, fields, alter, change } = reaction;
  const timestamp = timestampText(peerContext, peerContext.environment.clock.now() + (delayMs ?? 0));
  const { conversation_id } = received.message;
  // An answer that repeated an invalid one would be refused for it.
  const isValid = typeof conversation_id === "string" && conversation_id !== "";
  const conversation = isValid ? conversation_id : "conv-unknown";
  const message = client.compose(say, { timestamp, ...fields }, { conversation });
  const body = received.form.reply(say, alter?.(message) ?? message, id, about);
  const changed = change === undefined ? body : change(body as JsonObject);
  const isTolerant = received.form.isTolerant || peerContext.form.codec.isTolerant;
  return send(isTolerant && isCopiedOutsideResult(say) ? besideResult(changed) : changed);
}

/** The SDK's players send this when the form does not define where the sender reads the answer. */
function besideResult(response: unknown): unknown {
  if (!isObject(response) || !isObject(response.result)) return response;
  const { result } = response;
  if (result.content === undefined) return { ...response, ...membersOutsideResult(result) };
  const { structuredContent } = result;
  if (!isObject(structuredContent)) return response;
  return { ...response, result: { ...membersOutsideResult(structuredContent), ...result } };
}
