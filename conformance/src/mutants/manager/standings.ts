import { countMatch, type Tally } from "@league-v2/sdk/store";
import { deadlineOf } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import {
  all,
  answerInstead,
  changeCall,
  changeReply,
  changeRequest,
  delaysReply,
  errorReply,
  onCall,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { byText, changesTables, sorted, withLeague, withStore } from "./league-changes.js";

/** Sums every player's matches up in its own way. */
function tallies(change: (tally: Tally) => Tally) {
  return withStore((inner) => ({ tallies: async () => (await inner.tallies()).map(change) }));
}

const byPoints = (a: JsonObject, b: JsonObject) => Number(b.points) - Number(a.points);

const byWins = (a: JsonObject, b: JsonObject) => Number(b.wins) - Number(a.wins);

const QUERY = "LEAGUE_QUERY";

const LATE_MS = deadlineOf(QUERY) * 1.1;

/** Changes what it answers to queries of this type. */
function answers(type: string, change: (data: JsonObject, query: JsonObject) => JsonObject) {
  return changeReply(QUERY, ({ query_type, data, ...reply }, { request }) =>
    query_type === type && isObject(data) ? { ...reply, query_type, data: change(data, request) } : undefined,
  );
}

function refuses(fits: (query: JsonObject) => boolean, code: number, message: string) {
  return answerInstead(QUERY, (query, body) => (fits(query) ? errorReply(body, code, message) : undefined));
}

const NO_MATCHES = { played: 0, wins: 0, draws: 0, losses: 0, points: 0 };

const NUMBERS = ["played", "wins", "draws", "losses", "points"] as const;

type Numbers = Pick<Tally, (typeof NUMBERS)[number]>;

const NOTHING: Numbers = { played: 0, wins: 0, draws: 0, losses: 0, points: 0 };

/** The tally of a player from one result, with the reported points. */
function pointsFrom(player_id: string, winner: string | null, score: JsonObject): Numbers {
  if (!(player_id in score)) return NOTHING;
  const points = new Map(Object.entries(score).map(([id, value]) => [id, Number(value)]));
  return countMatch({ player_id, display_name: "", ...NOTHING }, { winner, points });
}

/** The reference receives a possible score, and the tables show the reported one. */
function acceptScores() {
  const differences = new Map<string, Numbers[]>();
  const accepting = changeRequest("MATCH_RESULT_REPORT", (report) => {
    const { result } = report;
    if (
      !isObject(result) ||
      !isObject(result.score) ||
      !isObject(result.details) ||
      !isObject(result.details.choices)
    )
      return undefined;
    const players = Object.keys(result.details.choices);
    const winner = typeof result.winner === "string" ? result.winner : null;
    const score = Object.fromEntries(players.map((id) => [id, winner === null ? 1 : id === winner ? 3 : 0]));
    for (const id of players) {
      const [faulty, fair] = [pointsFrom(id, winner, result.score), pointsFrom(id, winner, score)];
      const difference = Object.fromEntries(
        NUMBERS.map((name) => [name, faulty[name] - fair[name]]),
      ) as Numbers;
      differences.set(id, [...(differences.get(id) ?? []), difference]);
    }
    return { ...report, result: { ...result, score } };
  });
  const show = changesTables((rows) =>
    rows.map((row) => {
      const own = differences.get(String(row.player_id)) ?? [];
      const sum = (name: (typeof NUMBERS)[number]) =>
        own.reduce((total, one) => total + one[name], Number(row[name]));
      return { ...row, ...Object.fromEntries(NUMBERS.map((name) => [name, sum(name)])) };
    }),
  );
  return all(accepting, show);
}

export const managerStandingsMutants: readonly Mutant[] = [
  {
    id: "manager:draw-counts-nothing",
    fault: "Gives no point for a draw.",
    agent: tallies((tally) => ({ ...tally, points: tally.points - tally.draws })),
  },
  {
    id: "manager:draw-is-a-loss",
    fault: "Counts a draw as a loss of both players, with a point for each.",
    agent: tallies((tally) => ({ ...tally, draws: 0, losses: tally.losses + tally.draws })),
  },
  {
    id: "manager:win-counts-two",
    fault: "Gives two points for a win.",
    agent: tallies((tally) => ({ ...tally, points: tally.points - tally.wins })),
  },
  {
    id: "manager:losses-not-counted",
    fault: "Does not count losses.",
    agent: tallies((tally) => ({ ...tally, played: tally.wins + tally.draws, losses: 0 })),
  },
  {
    id: "manager:standings-a-round-old",
    fault: "Sends the standings of the round before.",
    inject: () => {
      const tables = new Map<number, unknown>();
      return changeCall("LEAGUE_STANDINGS_UPDATE", (message) => {
        const round = Number(message.round_id);
        tables.set(round, message.standings);
        return { ...message, standings: tables.get(round - 1) ?? message.standings };
      });
    },
  },
  {
    id: "manager:table-not-sorted",
    fault: "Lists the players in the order of their registration.",
    inject: changesTables(sorted(byText("player_id"))),
  },
  {
    id: "manager:sorts-by-points-only",
    fault: "Ignores the wins of players that are equal in points.",
    inject: changesTables(sorted((a, b) => byPoints(a, b) || byText("player_id")(a, b))),
  },
  {
    id: "manager:sorts-points-as-text",
    fault: "Puts 9 points above 12, as text stands.",
    inject: changesTables(sorted((a, b) => byText("points")(b, a) || byWins(a, b))),
  },
  {
    id: "manager:leaves-out-the-last",
    fault: "Leaves the last player out of its tables.",
    inject: changesTables((rows) => rows.slice(0, -1)),
  },
  {
    id: "manager:names-in-ascii",
    fault: "Loses the letters of a name that are not ASCII.",
    inject: changesTables((rows) =>
      rows.map((row) => ({ ...row, display_name: String(row.display_name).replace(/[^ -~]/g, "?") })),
    ),
  },
  {
    id: "manager:ids-for-names",
    fault: "Sends the ids of the players as their names.",
    inject: changesTables((rows) => rows.map((row) => ({ ...row, display_name: row.player_id }))),
  },
  {
    id: "manager:counts-no-matches",
    fault: "Sends standings in which no player has played.",
    inject: changesTables((rows) => rows.map((row) => ({ ...row, played: 0 }))),
  },
  {
    id: "manager:ties-share-a-rank",
    fault: "Gives players that are equal in points the same rank.",
    inject: changesTables((rows) =>
      rows.map((row) => ({ ...row, rank: 1 + rows.filter((other) => byPoints(other, row) < 0).length })),
    ),
  },
  {
    id: "manager:breaks-ties-by-name",
    fault: "Breaks ties by the names of the players.",
    inject: changesTables(sorted((a, b) => byPoints(a, b) || byWins(a, b) || byText("display_name")(a, b))),
  },
  {
    id: "manager:answers-old-standings",
    fault: "Answers every question for the standings with those before the first round.",
    inject: answers("GET_STANDINGS", ({ standings }) => ({
      standings: (standings as JsonObject[]).map((row) => ({ ...row, ...NO_MATCHES })),
    })),
  },
  {
    id: "manager:lacks-queries",
    fault: "Does not support the method league_query.",
    inject: refuses(() => true, -32_601, "Method not found"),
  },
  {
    id: "manager:slow-to-answer",
    fault: "Takes eleven seconds to answer a query.",
    inject: delaysReply(QUERY, LATE_MS),
  },
  {
    id: "manager:silent-after-the-end",
    fault: "Refuses queries once the league has ended.",
    inject: () => {
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
  },
  {
    id: "manager:silent-soon-after-the-end",
    fault: "Refuses queries once all have acknowledged the end of the league.",
    inject: () => {
      let [sent, acknowledged] = [0, 0];
      return all(
        onCall("LEAGUE_COMPLETED", async (send, body) => {
          sent += 1;
          const reply = await send(body);
          acknowledged += 1;
          return reply;
        }),
        refuses(() => sent > 0 && sent === acknowledged, -32_008, "INVALID_STATE"),
      );
    },
  },
  {
    id: "manager:answers-standings-queries-only",
    fault: "Answers no other query than GET_STANDINGS.",
    inject: refuses(({ query_type }) => query_type !== "GET_STANDINGS", -32_602, "Invalid params"),
  },
  {
    id: "manager:schedule-of-one-round",
    fault: "Answers a query of the schedule with the first round only.",
    inject: answers("GET_SCHEDULE", ({ schedule }) => {
      const { rounds } = schedule as { rounds: unknown[] };
      return { schedule: { ...(schedule as JsonObject), rounds: rounds.slice(0, 1) } };
    }),
  },
  {
    id: "manager:always-the-first-match",
    fault: "Names the first match of a player as its next one until the end.",
    inject: answers("GET_NEXT_MATCH", () => ({
      next_match: { round_id: 1, match_id: "R1M1", opponent_id: "P02" },
    })),
  },
  {
    id: "manager:one-opponent-for-all",
    fault: "Names P01 as the next opponent of every player.",
    inject: answers("GET_NEXT_MATCH", ({ next_match }) => ({
      next_match: isObject(next_match) ? { ...next_match, opponent_id: "P01" } : next_match,
    })),
  },
  {
    id: "manager:stats-of-the-leader",
    fault: "Answers the question for a player's stats with those of the leader.",
    inject: answers("GET_PLAYER_STATS", ({ stats }) => ({
      stats: { ...(stats as JsonObject), ...NO_MATCHES, player_id: "P02", played: 9, wins: 9, points: 27 },
    })),
  },
  {
    id: "manager:answers-unsorted",
    fault: "Answers the question for the standings with the players in the order of their ids.",
    inject: answers("GET_STANDINGS", ({ standings }) => ({
      standings: (standings as JsonObject[]).toSorted(byText("player_id")),
    })),
  },
  {
    id: "manager:looks-at-no-parameters",
    fault: "Answers every query about a player with the data of the sender.",
    inject: changeRequest(QUERY, ({ query_params: _, ...query }) => query),
  },
  {
    id: "manager:answers-players-only",
    fault: "Refuses the queries of referees.",
    inject: refuses(({ sender }) => String(sender).startsWith("referee:"), -32_005, "PLAYER_NOT_REGISTERED"),
  },
  {
    id: "manager:counts-more-for-referees",
    fault: "Adds one played match in the standings that it sends to referees.",
    inject: answers("GET_STANDINGS", ({ standings }, { sender }) => {
      const more = String(sender).startsWith("referee:") ? 1 : 0;
      const rows = standings as JsonObject[];
      return { standings: rows.map((row) => ({ ...row, played: Number(row.played) + more })) };
    }),
  },
  {
    id: "manager:answers-unknown-players",
    fault: "Answers queries of unknown players.",
    inject: withLeague(({ members }) =>
      changeRequest(QUERY, (query) => {
        const isKnown = members.some(({ role, id }) => query.sender === `${role}:${id}`);
        const [member] = members;
        if (isKnown || member === undefined) return undefined;
        return { ...query, sender: `${member.role}:${member.id}`, auth_token: member.token };
      }),
    ),
  },
  {
    id: "manager:accepts-any-score",
    fault: "Accepts any score: 300 points, points for both, points for another player.",
    inject: acceptScores,
  },
];
