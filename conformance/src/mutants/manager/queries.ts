import { deadlineOf } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { type Mutant, mutant } from "../mutant.js";
import {
  all,
  answerInstead,
  changeReply,
  changeRequest,
  delaysReply,
  errorReply,
  onCall,
} from "../surgery.js";
import { byText } from "./_calls.js";
import { knowing } from "./_knowledge.js";

const QUERY = "LEAGUE_QUERY";
const LATE_MS = deadlineOf(QUERY) * 1.1;

/** Changes what it answers to queries of this type. */
function answers(type: string, change: (data: JsonObject) => JsonObject) {
  return changeReply(QUERY, (reply) =>
    reply.query_type === type && isObject(reply.data) ? { ...reply, data: change(reply.data) } : undefined,
  );
}

function refuses(fits: (query: JsonObject) => boolean, code: number, message: string) {
  return answerInstead(QUERY, (query, body) =>
    Promise.resolve(fits(query) ? errorReply(body, code, message) : undefined),
  );
}

const NO_MATCHES = { played: 0, wins: 0, draws: 0, losses: 0, points: 0 };

export default [
  mutant({
    id: "manager:answers-old-standings",
    fault: "Answers every question for the standings with those before the first round.",
    surgery: answers("GET_STANDINGS", ({ standings }) => ({
      standings: (standings as JsonObject[]).map((row) => ({ ...row, ...NO_MATCHES })),
    })),
  }),
  mutant({
    id: "manager:knows-no-queries",
    fault: "Does not know the method league_query.",
    surgery: refuses(() => true, -32_601, "Method not found"),
  }),
  mutant({
    id: "manager:slow-to-answer",
    fault: "Takes eleven seconds to answer a query.",
    surgery: delaysReply(QUERY, LATE_MS),
  }),
  mutant({
    id: "manager:silent-after-the-end",
    fault: "Refuses queries once the league has ended.",
    surgery: () => {
      let ended = false;
      const end = onCall("LEAGUE_COMPLETED", (send, body) => {
        ended = true;
        return send(body);
      });
      return all(
        end,
        refuses(() => ended, -32_008, "INVALID_STATE"),
      );
    },
  }),
  mutant({
    id: "manager:knows-standings-only",
    fault: "Answers no other query than GET_STANDINGS.",
    surgery: refuses(({ query_type }) => query_type !== "GET_STANDINGS", -32_602, "Invalid params"),
  }),
  mutant({
    id: "manager:schedule-of-one-round",
    fault: "Tells only the first round when it is asked for the schedule.",
    surgery: answers("GET_SCHEDULE", ({ schedule }) => {
      const { rounds } = schedule as { rounds: unknown[] };
      return { schedule: { ...(schedule as JsonObject), rounds: rounds.slice(0, 1) } };
    }),
  }),
  mutant({
    id: "manager:always-the-first-match",
    fault: "Names the first match of a player as its next one for ever.",
    surgery: answers("GET_NEXT_MATCH", () => ({
      next_match: { round_id: 1, match_id: "R1M1", opponent_id: "P02" },
    })),
  }),
  mutant({
    id: "manager:stats-of-the-leader",
    fault: "Answers the question for a player's stats with those of the leader.",
    surgery: answers("GET_PLAYER_STATS", ({ stats }) => ({
      stats: { ...(stats as JsonObject), ...NO_MATCHES, player_id: "P02", played: 9, wins: 9, points: 27 },
    })),
  }),
  mutant({
    id: "manager:answers-unsorted",
    fault: "Answers the question for the standings with the players in the order of their ids.",
    surgery: answers("GET_STANDINGS", ({ standings }) => ({
      standings: (standings as JsonObject[]).toSorted(byText("player_id")),
    })),
  }),
  mutant({
    id: "manager:looks-at-no-parameters",
    fault: "Answers every question about a player with what is true of the one who asks.",
    surgery: changeRequest(QUERY, ({ query_params: _, ...query }) => query),
  }),
  mutant({
    id: "manager:answers-players-only",
    fault: "Refuses the queries of referees.",
    surgery: refuses(({ sender }) => String(sender).startsWith("referee:"), -32_005, "PLAYER_NOT_REGISTERED"),
  }),
  mutant({
    id: "manager:answers-strangers",
    fault: "Answers queries of players that it does not know.",
    surgery: knowing(({ members }) =>
      changeRequest(QUERY, (query) => {
        const isKnown = members.some(({ role, id }) => query.sender === `${role}:${id}`);
        const [somebody] = members;
        if (isKnown || somebody === undefined) return undefined;
        return { ...query, sender: `${somebody.role}:${somebody.id}`, auth_token: somebody.token };
      }),
    ),
  }),
] satisfies Mutant[];
