/** The referee's address for a match: stated in the message, announced by the league, or the documents' port of its number. */
import type { RoundAnnouncementIn } from "@league-v2/contract";
import { allowHosts } from "../../domain/endpoint-policy.js";
import type { JsonObject } from "../../wire/index.js";
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

/** Whether a message names the address for its answer. */
export function namesAddress(message: JsonObject): boolean {
  return ofAnswers.some((name) => typeof message[name] === "string");
}

/** @param league the league manager's address: the default host of a referee without a stated address */
export function refereeAddress(
  message: JsonObject,
  announced: unknown,
  round: RoundAnnouncementIn | undefined,
  league: string | undefined,
): string | undefined {
  const inRound = round?.matches.find(({ match_id }) => match_id === message.match_id)?.referee_endpoint;
  const candidates = [...ownNames.map((name) => message[name]), announced, inRound];
  const policy = allowHosts(league === undefined ? [] : [new URL(league).hostname]);
  return [...candidates, addressByNumber("referee", message.sender, league)].find(
    (url): url is string => typeof url === "string" && policy.refuse(url) === null,
  );
}
