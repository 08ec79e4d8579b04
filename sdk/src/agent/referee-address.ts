/** Where the referee of a match is: as it says, as the league has announced, or at the documents' port of its number. */
import type { RoundAnnouncementIn } from "@league-v2/contract";
import { allowHosts } from "../domain/endpoint-policy.js";
import type { JsonObject } from "../wire/index.js";
import { addressByNumber } from "./address-by-number.js";

const ofAnswers = [
  "reply_to",
  "response_endpoint",
  "callback_url",
  "reply_endpoint",
  "reply_url",
  "response_url",
];
const ownNames = ["referee_endpoint", ...ofAnswers, "referee_url"];

/** Whether a message says where its answer goes. */
export function namesAddress(message: JsonObject): boolean {
  return ofAnswers.some((name) => typeof message[name] === "string");
}

/** @param league the league manager's address: a referee that nothing tells of is looked for at the same host */
export function refereeAddress(
  message: JsonObject,
  announced: unknown,
  round: RoundAnnouncementIn | undefined,
  league: string | undefined,
): string | undefined {
  const inRound = round?.matches.find(({ match_id }) => match_id === message.match_id)?.referee_endpoint;
  const told = [...ownNames.map((name) => message[name]), announced, inRound];
  const policy = allowHosts(league === undefined ? [] : [new URL(league).hostname]);
  return [...told, addressByNumber("referee", message.sender, league)].find(
    (url): url is string => typeof url === "string" && policy.refuse(url) === null,
  );
}
