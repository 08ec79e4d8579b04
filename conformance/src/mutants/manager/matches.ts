import type { JsonObject } from "../../json/scan.js";
import { reportedResult } from "../../peers/result.js";
import { type Mutant, mutant } from "../mutant.js";
import { changeCall, changeRequest, onCall, repeatsCall } from "../surgery.js";
import { acknowledged } from "./_calls.js";
import { type Knowledge, knowing } from "./_knowledge.js";

/** The report that the referee of this match would have made. */
function reportOf({ params }: JsonObject): JsonObject {
  const message = params as JsonObject;
  const [playerA, playerB] = [String(message.player_A_id), String(message.player_B_id)];
  const result = reportedResult({ playerA, playerB, choiceA: "even", choiceB: "odd", number: 8 });
  return { ...message, message_type: "MATCH_RESULT_REPORT", result };
}

function tellBoth(
  { members, tell }: Knowledge,
  { params }: JsonObject,
  method: string,
  message_type: string,
): void {
  const message = params as JsonObject;
  for (const { id, ...member } of members) {
    if (id === message.player_A_id || id === message.player_B_id)
      tell({ id, ...member }, method, { ...message, message_type });
  }
}

export default [
  mutant({
    id: "manager:two-referees-for-a-match",
    fault: "Gives every match to two referees.",
    surgery: knowing(({ members, tell }) =>
      onCall("RUN_MATCH", (send, body, _, url) => {
        const other = members.find((member) => member.role === "referee" && member.url !== url);
        if (other !== undefined) tell(other, "run_match", body.params as JsonObject);
        return send(body);
      }),
    ),
  }),
  mutant({
    id: "manager:forgets-a-match",
    fault: "Makes up the result of the second match of each round instead of having it played.",
    surgery: knowing(({ at, hand }) =>
      onCall("RUN_MATCH", (send, body, { clock }, url) => {
        const referee = at(url);
        const { match_id } = body.params as JsonObject;
        if (referee === undefined || !String(match_id).endsWith("M2")) return send(body);
        clock.after(1, () => void hand(referee, "report_match_result", reportOf(body)));
        return Promise.resolve(acknowledged(body));
      }),
    ),
  }),
  mutant({
    id: "manager:assigns-without-endpoints",
    fault: "Does not tell the referee where the players are.",
    surgery: changeCall(
      "RUN_MATCH",
      ({ player_A_endpoint: _a, player_B_endpoint: _b, ...message }) => message,
    ),
  }),
  mutant({
    id: "manager:swaps-endpoints",
    fault: "Gives the referee the address of one player for that of the other.",
    surgery: changeCall("RUN_MATCH", (message) => ({
      ...message,
      player_A_endpoint: message.player_B_endpoint,
      player_B_endpoint: message.player_A_endpoint,
    })),
  }),
  mutant({
    id: "manager:assigns-again-and-again",
    fault: "Sends RUN_MATCH twice although it was acknowledged.",
    surgery: repeatsCall("RUN_MATCH", 2),
  }),
  mutant({
    id: "manager:overloads-referees",
    fault: "Does not care how many matches at once a referee can take.",
    surgery: changeRequest("REFEREE_REGISTER_REQUEST", (message) => ({
      ...message,
      referee_meta: { ...(message.referee_meta as JsonObject), max_concurrent_matches: 99 },
    })),
  }),
  mutant({
    id: "manager:invites-players",
    fault: "Invites the players to their match itself.",
    surgery: knowing((knowledge) =>
      onCall("RUN_MATCH", (send, body) => {
        tellBoth(knowledge, body, "handle_game_invitation", "GAME_INVITATION");
        return send(body);
      }),
    ),
  }),
  mutant({
    id: "manager:tells-results-itself",
    fault: "Sends GAME_OVER to the players of a match.",
    surgery: knowing((knowledge) =>
      onCall("RUN_MATCH", async (send, body) => {
        const reply = await send(body);
        tellBoth(knowledge, body, "notify_match_result", "GAME_OVER");
        return reply;
      }),
    ),
  }),
] satisfies Mutant[];
