/** Instruments for the calls of a referee: what it is answered, and what it is made to believe. */
import type { IncomingReply } from "../../doors.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { Surgery, SurgeryTools } from "../../subject/in-process-subject.js";
import { onCall } from "../surgery.js";

export interface Asked {
  /** The message that was sent. */
  message: JsonObject;
  /** Its JSON-RPC id. */
  id: unknown;
  /** To whom. */
  url: string;
  tools: SurgeryTools;
}

/** What a referee reads of an answer: the body as JSON, undefined where it is none. */
export type AnswerChange = (body: unknown, asked: Asked) => unknown | Promise<unknown>;

/** Changes the whole body of the answers to calls of this type; undefined leaves an answer as it is. */
export function changeAnswer(type: string, change: AnswerChange): Surgery {
  return onCall(type, async (send, body, tools, url) => {
    const reply = await send(body);
    const changed = await change(parse(reply.body), {
      message: body.params as JsonObject,
      id: body.id,
      url,
      tools,
    });
    return changed === undefined ? reply : answerOf(changed);
  });
}

/** Changes the message in the answers to calls of this type. */
export function changeAnswered(
  type: string,
  change: (result: JsonObject, asked: Asked) => JsonObject | undefined,
): Surgery {
  return changeAnswer(type, (body, asked) => {
    const result = isObject(body) && isObject(body.result) ? change(body.result, asked) : undefined;
    return result === undefined || !isObject(body) ? undefined : { ...body, result };
  });
}

/** With each call of this type goes something more, to whomever. */
export function alsoSends(
  type: string,
  extra: (message: JsonObject, url: string) => readonly { url: string; body: JsonObject }[],
): Surgery {
  return {
    transport: (inner) => ({
      send: (request) => {
        const body = parse(request.body);
        const message = isObject(body) && isObject(body.params) ? body.params : {};
        for (const one of message.message_type === type ? extra(message, request.url) : []) {
          const { signal } = new AbortController();
          void inner
            .send({ ...request, url: one.url, body: JSON.stringify(one.body), signal })
            .catch(() => undefined);
        }
        return inner.send(request);
      },
    }),
  };
}

/** The reply of a peer with this body. */
export function answerOf(body: unknown): IncomingReply {
  return { status: 200, contentType: "application/json", body: JSON.stringify(body) };
}

/** The reply of a peer with this message as its result. */
export function resultOf({ id }: JsonObject, result: JsonObject): IncomingReply {
  return answerOf({ jsonrpc: "2.0", id, result });
}

/** A reply message of a player to this message: its envelope, and these members. */
export function fromPlayer(
  message: JsonObject,
  type: string,
  player_id: unknown,
  members: JsonObject,
): JsonObject {
  const { protocol, timestamp, conversation_id, match_id } = message;
  const auth_token = "made-up-by-a-mutant";
  return {
    protocol,
    message_type: type,
    sender: `player:${String(player_id)}`,
    timestamp,
    conversation_id,
    auth_token,
    match_id,
    player_id,
    ...members,
  };
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
