/** Translates the messages of a canonical agent, faults included, to a wire form. */
import { replyTypeOf } from "../contract.js";
import { isObject } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { Codec, replyMessage } from "../profiles/codec.js";
import { loadProfile } from "../profiles/load.js";
import type { Variables } from "../profiles/types.js";
import type { HttpReply, IncomingReply } from "../sdk.js";
import type { FaultInjection } from "../subject/in-process-subject.js";
import { utc } from "../time/iso-time.js";

/** @param wire a form whose messages have canonical equivalents: flat, mcp */
export function wireAdapter(wire: string): FaultInjection {
  const inside = new Codec(loadProfile("canonical"));
  const outside = new Codec(loadProfile(wire));
  const memory = new Memory();
  return {
    handler:
      (inner, { clock }) =>
      async (http) => {
        const body = parse(http.body);
        if (!outside.fits(body)) return inner(http);
        const about = memory.about(messageIn(body), utc(clock.now()));
        const call = outside.decodeRequest(body, about);
        if (call?.type === undefined) return inner(http);
        memory.note(call.message);
        const request = inside.request(call.type, call.message, call.id, about);
        const reply = await inner({ ...http, body: JSON.stringify(request) });
        return outward(reply, call.type, outside, { ...call.message, ...about });
      },
    transport: (inner, { clock }) => ({
      send: async (request) => {
        const call = inside.decodeRequest(parse(request.body));
        if (call?.type === undefined) return inner.send(request);
        const { type, message, id } = call;
        memory.note(message);
        const about = memory.about(message, utc(clock.now()), request.url);
        const body = JSON.stringify(outside.request(type, message, id, about));
        return inward(await inner.send({ ...request, body }), type, id, (answer) => {
          const recipient = about.recipient ?? replyMessage(answer)?.sender;
          const decoded = outside.decodeReply(answer, type, { ...message, ...about, recipient });
          if (decoded !== undefined) memory.note(decoded);
          return decoded;
        });
      },
    }),
  };
}

/** Data that the agent received, for forms that do not repeat it. */
class Memory {
  private readonly matches = new Map<string, JsonObject>();
  /** The players of a referee, by their endpoints. */
  private readonly players = new Map<unknown, unknown>();
  private me: string | undefined;

  note(message: JsonObject): void {
    const { player_id, referee_id, auth_token, status, match_id, league_id, round_id } = message;
    if (status === "ACCEPTED" && typeof auth_token === "string") this.me = String(player_id ?? referee_id);
    if (typeof match_id !== "string") return;
    this.players.set(message.player_A_endpoint, message.player_A_id);
    this.players.set(message.player_B_endpoint, message.player_B_id);
    const { player_A_id, player_B_id, opponent_id } = message;
    const facts = { league_id, round_id, opponent_id, player_a: player_A_id, player_b: player_B_id };
    const known = Object.entries(facts).filter(([, value]) => value !== undefined);
    this.matches.set(match_id, { ...this.matches.get(match_id), ...Object.fromEntries(known) });
  }

  /** @param url of the receiver; default the agent */
  about({ match_id }: JsonObject, now: string, url?: string): Variables {
    const match = this.matches.get(String(match_id)) ?? {};
    const { opponent_id = "unknown" } = match;
    const players = { player_a: this.me, player_b: opponent_id };
    const recipient = url === undefined ? this.me : this.players.get(url);
    return { now, conversation: "unknown", recipient, opponent_id, ...players, ...match };
  }
}

function messageIn(body: unknown): JsonObject {
  const params = isObject(body) && isObject(body.params) ? body.params : {};
  return isObject(params.arguments) ? params.arguments : params;
}

/** The agent's answer, or its refusal, in the wire form. */
function outward(reply: HttpReply, type: string, outside: Codec, about: Variables): HttpReply {
  const body = parse(reply.body);
  if (!isObject(body)) return reply;
  const { id, result, error } = body;
  const answer = (content: unknown) => ({ ...reply, body: JSON.stringify(content) });
  if (isObject(result)) {
    const written = outside.message(String(result.message_type ?? replyTypeOf(type)), result, about);
    if (outside.profile.reply === "result") return answer({ ...body, result: written });
    const content = [{ type: "text", text: JSON.stringify(written) }];
    return answer({ ...body, result: { content, structuredContent: written } });
  }
  if (!isObject(error) || outside.profile.errors !== "tool") return reply;
  const content = [{ type: "text", text: JSON.stringify(error.data ?? error) }];
  return answer({ jsonrpc: "2.0", id, result: { content, isError: true } });
}

function inward(
  reply: IncomingReply,
  type: string,
  id: unknown,
  read: (answer: unknown) => JsonObject | undefined,
): IncomingReply {
  const answer = parse(reply.body);
  if (!isObject(answer) || !isObject(answer.result)) return reply;
  const message = read(answer);
  const result = message ?? answer.result;
  const isRefusal = answer.result.isError === true;
  const body = isRefusal
    ? { jsonrpc: "2.0", id, error: { code: -32_000, message: `${type} was refused` } }
    : { ...answer, result };
  return { ...reply, body: JSON.stringify(body) };
}

function parse(body: Uint8Array | string): unknown {
  try {
    return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
