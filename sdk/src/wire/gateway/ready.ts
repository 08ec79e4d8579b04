/** Tells a league that this agent is ready, if the league lists a call for it: its rounds begin when all members are ready. */
import { protocol } from "@league-v2/contract";
import { deadline } from "../../platform/clock.js";
import { operationsIn } from "../derive/descriptions.js";
import { call, exchange, mcpHeaders } from "../derive/questions.js";
import type { JsonObject } from "../types.js";
import type { GatewayParts } from "./parts.js";
import type { Peer } from "./peer.js";

/** `agent_ready`, `player_ready`, `set_ready`, `ready`. */
const readyName =
  /^(?:(?:set|mark|report|signal|confirm|send|notify|say)_)?(?:(?:agent|player|referee|client|member)_)?(?:is_)?ready$/i;
const questionMs = 1000;

/** @param reply the canonical acceptance */
export async function sendReady(
  peer: Peer,
  role: "player" | "referee",
  reply: JsonObject,
  parts: GatewayParts,
): Promise<void> {
  const id = reply[`${role}_id`];
  const hasTools = peer.form?.profile.request === "tools_call";
  const ask = async (body: unknown) => {
    const limit = deadline(parts.context.clock, questionMs, parts.signal);
    const headers = hasTools ? (peer.session ?? mcpHeaders) : undefined;
    const asked = limit.race(() =>
      exchange({ body }, { transport: parts.context.transport, url: peer.address }, limit.signal, headers),
    );
    peer.questioned += 1;
    return asked.catch(() => undefined).finally(limit.cleanup);
  };
  const known = operationsIn(peer.evidence);
  const listed = known.length > 0 ? undefined : await ask(call(hasTools ? "tools/list" : "rpc.discover", {}));
  if (listed !== undefined) peer.learn(listed);
  const place = hasTools ? "tool" : "method";
  const found = operationsIn(peer.evidence).find(
    (one) => one.place === place && readyName.test(plain(one.name)),
  );
  if (found === undefined || typeof id !== "string") return;
  const message = {
    ...{
      protocol: protocol.version,
      message_type: "AGENT_READY",
      sender: `${role}:${id}`,
      timestamp: parts.now(),
    },
    ...{
      conversation_id: reply.conversation_id,
      auth_token: reply.auth_token,
      agent_id: id,
      [`${role}_id`]: id,
    },
  };
  const asTool = call("tools/call", { name: found.name, arguments: message });
  await ask(hasTools ? asTool : call(found.name, message));
}

function plain(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, "$1_$2").replaceAll(/[-./]/g, "_");
}
