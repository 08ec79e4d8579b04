/** Reads messages to a referee at other paths: an order to play a match, answered with the result, and answers of players. */
import { protocol } from "@league-v2/contract";
import { matchIdIn, sidesByValue } from "../../wire/derive/by-value.js";
import { meaningsOf, wordsOf } from "../../wire/derive/words.js";
import { isObject, type JsonObject } from "../../wire/index.js";
import { serviceName } from "../../wire/service/service-name.js";
import { sidesOf } from "../../wire/service/service-order.js";
import { plainStyle, type ServiceCall } from "../../wire/service/service-style.js";
import { gameType } from "../core/game-type.js";
import { answerAt } from "../peers/answer-address.js";
import { matchNames, roundOf, type ServiceSetting, withoutToken } from "./service-setting.js";

const orderType = "RUN_MATCH";
const meanings = ["run", "match"];

export async function serviceOrder(
  { name, members, match_id, style }: ServiceCall,
  { methods, runtime, parts }: ServiceSetting,
): Promise<JsonObject | undefined> {
  const answer = answerAt(style.path, members);
  // Two answers, or one after the time limit, do not count; the reply to the player does not state the reason.
  if (answer !== undefined) return { status: parts.takeAnswer?.(answer) === true ? "received" : "ignored" };
  const byName = namesOrder(serviceName(name).name) ? sidesOf(members) : undefined;
  // Of the calls with a method only an order has two players with their addresses; a path names its purpose.
  const sides = byName ?? (style === plainStyle ? sidesByValue(members) : undefined);
  const id =
    match_id ??
    [...matchNames, "id"].map((key) => members[key]).find((one) => typeof one === "string") ??
    matchIdIn(members, null);
  if (sides === undefined || typeof id !== "string") return undefined;
  const [a, b] = sides;
  const order = {
    protocol: protocol.version,
    message_type: orderType,
    sender: "league_manager",
    timestamp: runtime.senderIdentity.now(),
    conversation_id: runtime.newConversation(`conv-run-${id}`),
    ...{ league_id: "unknown", round_id: roundOf(members), match_id: id, game_type: gameType },
    ...{ player_A_id: a.id, player_B_id: b.id, player_A_endpoint: a.endpoint, player_B_endpoint: b.endpoint },
  };
  const reply = await methods.get("run_match")?.call(order, withoutToken);
  return isObject(reply) ? reply : undefined;
}

/** Whether each word is about a match or its start: a POST to a collection of matches starts one, one to its result does not. */
function namesOrder(name: string): boolean {
  const words = wordsOf(name);
  return words.length > 0 && words.every((word) => meanings.some((one) => meaningsOf(word).has(one)));
}
