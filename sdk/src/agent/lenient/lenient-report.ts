/** Reads a report that no form describes as the canonical one, with the members that the schema does not have. */
import { protocol } from "@league-v2/contract";
import { type JsonObject, type Located, readMatchReport, typedSender, typeOfPeer } from "../../wire/index.js";
import { gameType } from "../core/game-type.js";

const TYPE = "MATCH_RESULT_REPORT";
const names =
  /^(report|submit|record|post|send)_((match|game)_)?(result|outcome)s?$|^(match|game)_(result|report|result_report)$/i;

/** Whether a method or tool is one for the results of matches. */
export function isReportName(method: string | undefined): boolean {
  return names.test(method ?? "");
}

/** Undefined for any other message. */
export function lenientReport(
  { message, method }: Located,
  now: string,
  newConversation: () => string,
): { readonly type: string; readonly message: JsonObject } | undefined {
  const { message_type, sender, auth_token, round_id, league_id, conversation_id } = message;
  const isNamed = typeof message_type === "string" && message_type.toUpperCase() === TYPE;
  // Of the calls of a referee under an unknown name, only a report has a match and its result.
  const isOwnName = names.test(method ?? "") || typeOfPeer({ message, method }) === undefined;
  const isReport = isNamed || (message_type === undefined && isOwnName);
  const report = isReport ? readMatchReport(message) : undefined;
  if (report === undefined || typeof sender !== "string") return undefined;
  const { match_id, status, winner, drawn_number, choices } = report;
  const canBeDrawn =
    drawn_number !== null && drawn_number >= protocol.draw.minimum && drawn_number <= protocol.draw.maximum;
  const details = {
    drawn_number: canBeDrawn ? drawn_number : null,
    choices,
    ...(canBeDrawn || drawn_number === null ? {} : { reported_number: drawn_number }),
  };
  return {
    type: TYPE,
    message: {
      protocol: protocol.version,
      message_type: TYPE,
      sender: typedSender(sender, TYPE),
      timestamp: now,
      conversation_id: typeof conversation_id === "string" ? conversation_id : newConversation(),
      // An invalid token is refused by the schema, and never treated as a missing one.
      ...(auth_token === undefined || auth_token === "" ? {} : { auth_token }),
      league_id: typeof league_id === "string" ? league_id : "unknown",
      round_id: typeof round_id === "number" ? round_id : 1,
      match_id,
      game_type: gameType,
      result: { ...(status === undefined ? {} : { status }), winner, score: {}, details },
    },
  };
}
