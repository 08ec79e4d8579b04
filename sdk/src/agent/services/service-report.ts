/** Reads the result of a match that a referee posts to a path which the contract does not have. */
import { isObject } from "../../wire/index.js";
import type { ServiceCall } from "../../wire/service/service-style.js";
import { inFormat } from "../../wire/value-format.js";
import { lenientReport } from "../lenient/lenient-report.js";
import { matchNames, type ServiceSetting, withoutToken } from "./service-setting.js";

const reports = /result|report|outcome|finish|complete|over/;
const winnerNames = ["winner", "winner_id", "winner_player_id"];

export async function serviceReport(
  { name, members, match_id }: ServiceCall,
  { runtime, methods, parts }: ServiceSetting,
): Promise<unknown> {
  if (!reports.test(name)) return undefined;
  const given = match_id ?? matchNames.map((key) => members[key]).find((one) => one !== undefined);
  const match = typeof given === "string" ? await parts.assignment?.(given) : undefined;
  if (match === undefined) return undefined;
  const { players, referee_id } = match;
  // A referee that has numbers for ids names the winner by one.
  const playerOf = (id: unknown) =>
    players.find((one) => one === id || String(inFormat(one, "number")) === String(id)) ?? id;
  const winners = winnerNames.filter((key) => typeof members[key] === "string");
  const named = Object.fromEntries(winners.map((key) => [key, playerOf(members[key])]));
  const choices = isObject(members.choices)
    ? Object.fromEntries(Object.entries(members.choices).map(([id, choice]) => [playerOf(id), choice]))
    : undefined;
  const known = { ...members, ...named, ...(choices === undefined ? {} : { choices }) };
  const message = { ...known, match_id: match.match_id, sender: `referee:${referee_id}` };
  const newConversation = () => runtime.newConversation("conv-service");
  const found = { shape: "params", method: "match_result", message } as const;
  const read = lenientReport(found, runtime.senderIdentity.now(), newConversation);
  const served = methods.get("report_match_result");
  if (read === undefined || served === undefined) return undefined;
  const reply = await served.call(read.message, withoutToken);
  return isObject(reply) ? reply : undefined;
}
