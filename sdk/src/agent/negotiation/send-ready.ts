/**
 * Calls the `ready` tool or method of a league once after the registration, if the league lists one: the rounds of such
 * leagues begin when all members are ready.
 */
import { protocol } from "@league-v2/contract";
import { operationsIn } from "../../wire/derive/descriptions.js";
import { call } from "../../wire/derive/probe.js";
import type { Exchange, Operation } from "../../wire/derive/types.js";
import { isObject } from "../../wire/index.js";

/** `agent_ready`, `player_ready`, `set_ready`, `ready`. */
const readyName =
  /^(?:(?:set|mark|report|signal|confirm|send|notify|say)_)?(?:(?:agent|player|referee|client|member)_)?(?:is_)?ready$/i;

export interface ReadySetting {
  /** Sends a body to the league manager. */
  readonly ask: (body: unknown, isMcp: boolean) => Promise<Exchange | undefined>;
  /** Whether the registration was a tool call. */
  readonly hasTools: boolean;
  readonly role: "player" | "referee";
  readonly now: string;
  /** Of the registration. */
  readonly conversation_id: unknown;
}

/** @param reply the canonical acceptance; any other reply is ignored */
export async function sendReady(
  reply: unknown,
  { ask, hasTools, role, now, conversation_id }: ReadySetting,
): Promise<void> {
  if (!isObject(reply) || reply.status !== "ACCEPTED") return;
  const id = reply[`${role}_id`];
  const list = call(hasTools ? "tools/list" : "rpc.discover", {});
  const listed = await ask(list, hasTools);
  const place: Operation["place"] = hasTools ? "tool" : "method";
  const found = operationsIn(listed === undefined ? [] : [listed]).find((one) => {
    return one.place === place && readyName.test(plain(one.name));
  });
  if (found === undefined || typeof id !== "string") return;
  const message = {
    ...{ protocol: protocol.version, message_type: "AGENT_READY", sender: `${role}:${id}`, timestamp: now },
    ...{ conversation_id, auth_token: reply.auth_token, agent_id: id, [`${role}_id`]: id },
  };
  const asTool = call("tools/call", { name: found.name, arguments: message });
  await ask(hasTools ? asTool : call(found.name, message), hasTools);
}

function plain(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, "$1_$2").replaceAll(/[-./]/g, "_");
}
