/**
 * Which order starts a match at a referee that refuses messages without a whole envelope in its own style of times. The orders
 * of the bundled forms are sent without a match: a supported one is answered differently from a type that no agent has.
 */
import { protocol } from "@league-v2/contract";
import { ProfileCodec } from "../profile-codec.js";
import { bundledNames, bundledProfile } from "../profiles/index.js";
import type { WireProfile } from "../types.js";
import { probeMethod, probeType } from "./probe.js";
import { substance } from "./substance.js";
import type { Exchange } from "./types.js";

const order = "RUN_MATCH";

export async function knownOrder(
  now: string,
  ask: (body: unknown) => Promise<Exchange | undefined>,
): Promise<WireProfile | undefined> {
  const envelope = {
    ...{ protocol: protocol.version, message_type: order, sender: "league_manager", timestamp: now },
    conversation_id: "conv-order-without-match",
  };
  for (const name of bundledNames) {
    const profile = bundledProfile(name);
    if (profile?.path !== protocol.paths.mcp || profile.messages[order]?.method === undefined) continue;
    const codec = new ProfileCodec(profile);
    const text = JSON.stringify(codec.request(order, envelope, 1));
    const own = codec.rulesOf(order).message_type ?? order;
    const unknown = text
      .replaceAll(`"${codec.methodName(order)}"`, `"${probeMethod}"`)
      .replaceAll(`"${own}"`, `"${probeType}"`);
    const said = await ask(JSON.parse(text));
    const nothing = await ask(JSON.parse(unknown));
    if (said === undefined || nothing === undefined) continue;
    if (substance(said.reply, said.status) !== substance(nothing.reply, nothing.status)) return profile;
  }
  return undefined;
}
