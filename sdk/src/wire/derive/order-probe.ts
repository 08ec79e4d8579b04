/**
 * Determines the order of a referee that requires a whole envelope in its own time style. The orders of the bundled
 * forms are sent without a match: the answer to a supported one differs from that to an unknown type.
 */
import { protocol } from "@league-v2/contract";
import { ProfileCodec } from "../profile-codec.js";
import { bundledNames, bundledProfile } from "../profiles/index.js";
import type { WireProfile } from "../types.js";
import { answerSignature } from "./answer-signature.js";
import { probeMethod, probeType } from "./probe.js";
import type { Exchange } from "./types.js";

const order = "RUN_MATCH";

export async function probeOrder(
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
    const known = await ask(JSON.parse(text));
    const general = await ask(JSON.parse(unknown));
    if (known === undefined || general === undefined) continue;
    if (answerSignature(known.reply, known.status) !== answerSignature(general.reply, general.status))
      return profile;
  }
  return undefined;
}
