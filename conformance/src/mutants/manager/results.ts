import { countMatch, type RecordedResult, type Store, type Tally } from "@league-v2/sdk/store";
import { deadlineOf, protocol } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import {
  all,
  answerInstead,
  changeReply,
  changeReplyBody,
  changeRequest,
  delaysReply,
  errorReply,
  parse,
} from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import { withStore } from "./league-changes.js";

const REPORT = "MATCH_RESULT_REPORT";

const LATE_MS = deadlineOf(REPORT) * 1.1;

type Outcome = Awaited<ReturnType<Store["record"]>>;

/** Counts these results in addition to those of the store. */
function counting(inner: Store, extra: readonly RecordedResult[]): Pick<Store, "tallies"> {
  const withExtra = (tally: Tally) =>
    extra
      .filter(({ score }) => tally.player_id in score)
      .reduce(
        (sum, { winner, score }) => countMatch(sum, { winner, points: new Map(Object.entries(score)) }),
        tally,
      );
  return { tallies: async () => (await inner.tallies()).map(withExtra) };
}

/** Counts results again that the store has refused, and sends another answer. */
function countsAgain(which: Outcome) {
  return withStore((inner) => {
    const extra: RecordedResult[] = [];
    return {
      ...counting(inner, extra),
      record: async (result) => {
        const outcome = await inner.record(result);
        if (outcome !== which) return outcome;
        extra.push(result);
        return "repeated";
      },
    };
  });
}

/** Answers reports differently from the reference. */
function records(answer: (outcome: Outcome) => Outcome) {
  return withStore((inner) => ({ record: async (result) => answer(await inner.record(result)) }));
}

/** Refuses the reports for which `fits` is true. */
function refuses(fits: (result: JsonObject, report: JsonObject) => boolean) {
  return answerInstead(REPORT, (report, body) =>
    Promise.resolve(
      isObject(report.result) && fits(report.result, report)
        ? errorReply(body, -32_602, "Invalid params")
        : undefined,
    ),
  );
}

/** Changes the report of a match that no player joined. */
function mistakesAbsence(change: (result: JsonObject) => JsonObject) {
  return changeRequest(REPORT, (report) => {
    const { result } = report;
    if (!isObject(result) || result.status !== "TECHNICAL_LOSS" || result.winner !== null) return undefined;
    return { ...report, result: change(result) };
  });
}

function anonymous({ error, ...body }: JsonObject): JsonObject | undefined {
  return error === undefined ? undefined : { ...body, error: { code: -32_000, message: "refused" } };
}

function recount({ player_id, display_name }: Tally, results: readonly RecordedResult[]): Tally {
  const nothing = { player_id, display_name, played: 0, wins: 0, draws: 0, losses: 0, points: 0 };
  return results
    .filter(({ score }) => player_id in score)
    .reduce<Tally>(
      (sum, { winner, score }) => countMatch(sum, { winner, points: new Map(Object.entries(score)) }),
      nothing,
    );
}

export const managerResultsMutants: readonly Mutant[] = [
  {
    id: "manager:slow-to-record",
    fault: "Takes eleven seconds to answer a report.",
    inject: delaysReply(REPORT, LATE_MS),
  },
  {
    id: "manager:acknowledges-another-match",
    fault: "Names another match in its acknowledgement of a report.",
    inject: changeReply(REPORT, (reply) => ({ ...reply, match_id: "R9M9" })),
  },
  {
    id: "manager:records-as-ok",
    fault: 'Acknowledges a report with the status "ok".',
    inject: changeReply(REPORT, (reply) => ({ ...reply, status: "ok" })),
  },
  {
    id: "manager:refuses-draws",
    fault: "Refuses the report of a draw.",
    inject: refuses(({ status }) => status === "DRAW"),
  },
  {
    id: "manager:wants-a-status",
    fault: "Refuses a report whose result has no status.",
    inject: refuses(({ status }) => status === undefined),
  },
  {
    id: "manager:wants-a-number",
    fault: "Refuses a report of a match in which no number was drawn.",
    inject: refuses(({ details }) => isObject(details) && details.drawn_number === null),
  },
  {
    id: "manager:absence-is-a-draw",
    fault: "Counts a match that no player joined as a draw.",
    inject: mistakesAbsence((result) => ({
      ...result,
      status: "DRAW",
      score: Object.fromEntries(Object.keys(result.score as JsonObject).map((player) => [player, 1])),
    })),
  },
  {
    id: "manager:absence-is-nothing",
    fault: "Does not count a match that no player joined.",
    agent: withStore((inner) => {
      const absent = new Set<string>();
      return {
        record: (result) => {
          if (result.status === "TECHNICAL_LOSS" && result.winner === null)
            for (const player of Object.keys(result.score)) absent.add(player);
          return inner.record(result);
        },
        tallies: async () =>
          (await inner.tallies()).map((tally) =>
            absent.has(tally.player_id)
              ? { ...tally, played: tally.played - 1, losses: tally.losses - 1 }
              : tally,
          ),
      };
    }),
  },
  {
    id: "manager:closes-a-match-by-refusing",
    fault: "Treats a match as reported when it has refused a report of it for its score.",
    inject: () => {
      const closed = new Set<unknown>();
      return answerInstead(REPORT, ({ match_id, result }, body) => {
        const score = isObject(result) && isObject(result.score) ? Object.entries(result.score) : [];
        const sum = score.reduce((total, [, points]) => total + Number(points), 0);
        const isKnown = closed.has(match_id);
        if (sum > 3 || score.some(([player]) => player === "P99")) closed.add(match_id);
        return Promise.resolve(isKnown ? errorReply(body, -32_007, "DUPLICATE_REPORT") : undefined);
      });
    },
  },
  {
    id: "manager:counts-repetitions",
    fault: "Counts a match again when its report is repeated.",
    agent: countsAgain("repeated"),
  },
  {
    id: "manager:counts-contradictions",
    fault: "Counts a second report that contradicts the first.",
    agent: countsAgain("conflicting"),
  },
  {
    id: "manager:counts-races",
    fault: "Counts a match for each of its reports that arrive at the same moment.",
    agent: countsAgain("repeated"),
    inject: () => {
      const last = { at_ms: -1, match: "" };
      return answerInstead(REPORT, ({ match_id }, body, { clock }) => {
        const isRacing = clock.now() === last.at_ms && String(match_id) === last.match;
        const isLate = String(match_id) === last.match && !isRacing;
        last.at_ms = isLate ? -1 : clock.now();
        last.match = String(match_id);
        return isLate ? errorReply(body, -32_007, "DUPLICATE_REPORT") : undefined;
      });
    },
  },
  {
    id: "manager:last-report-wins",
    fault: "Replaces an earlier report of a match by a later one.",
    agent: withStore((inner) => {
      const counted = new Map<string, RecordedResult>();
      return {
        tallies: async () => (await inner.tallies()).map((tally) => recount(tally, [...counted.values()])),
        record: async (result) => {
          counted.set(result.match_id, result);
          const outcome = await inner.record(result);
          return outcome === "conflicting" ? "repeated" : outcome;
        },
      };
    }),
  },
  {
    id: "manager:refuses-repetitions",
    fault: "Refuses a repeated report.",
    agent: records((outcome) => (outcome === "repeated" ? "conflicting" : outcome)),
  },
  {
    id: "manager:acknowledges-contradictions",
    fault: "Acknowledges a second report that contradicts the first.",
    agent: records((outcome) => (outcome === "conflicting" ? "repeated" : outcome)),
  },
  {
    id: "manager:one-code-for-all-refusals",
    fault: "Refuses everything with the code -32000.",
    inject: all(...[REPORT, "LEAGUE_QUERY"].map((type) => changeReplyBody(type, anonymous))),
  },
  {
    id: "manager:unknown-players-have-wrong-tokens",
    fault: "Refuses the query of an unknown player with E012.",
    inject: changeReplyBody("LEAGUE_QUERY", (body) => {
      const { error } = body;
      if (!isObject(error) || error.code !== -32_005) return undefined;
      return { ...body, error: { code: -32_012, message: "AUTH_TOKEN_INVALID" } };
    }),
  },
  {
    id: "manager:counts-twice",
    fault: "Sends standings in which every win counts twice.",
    inject: changeReply("LEAGUE_QUERY", (reply) => {
      const { data } = reply;
      if (!isObject(data) || !Array.isArray(data.standings)) return undefined;
      const standings = data.standings
        .filter(isObject)
        .map((row) => ({ ...row, wins: 2 * Number(row.wins) }));
      return { ...reply, data: { ...data, standings } };
    }),
  },
  {
    id: "manager:shows-any-points",
    fault: "Acknowledges a report of 300 points, and shows them in the standings.",
    inject: () => {
      const surplus = new Map<string, number>();
      const accepting = changeRequest("MATCH_RESULT_REPORT", (report) => {
        const { result } = report;
        if (!isObject(result) || !isObject(result.score)) return undefined;
        const { score, winner } = result;
        for (const [player, points] of Object.entries(score))
          if (Number(points) > protocol.points.win) surplus.set(player, Number(points) - protocol.points.win);
        const fair = Object.keys(score).map((id) => [id, id === winner ? protocol.points.win : score[id]]);
        return { ...report, result: { ...result, score: Object.fromEntries(fair) } };
      });
      const show = changeReply("LEAGUE_QUERY", (reply) => {
        const { data } = reply;
        if (!isObject(data) || !Array.isArray(data.standings)) return undefined;
        const standings = data.standings
          .filter(isObject)
          .map((row) => ({ ...row, points: Number(row.points) + (surplus.get(String(row.player_id)) ?? 0) }));
        return { ...reply, data: { ...data, standings } };
      });
      return all(accepting, show);
    },
  },
  {
    id: "manager:records-the-last-report",
    fault:
      "Acknowledges a report that contradicts an earlier one, and counts the later one in the standings.",
    inject: () => {
      const reports = new Map<unknown, Record<string, unknown>>();
      return {
        handler: (inner) => async (http) => {
          const { params } = parse(http.body) ?? {};
          const message = isObject(params) ? params : {};
          const reply = await inner(http);
          if (
            message.message_type === "MATCH_RESULT_REPORT" &&
            isObject(message.result) &&
            isObject(message.result.score)
          ) {
            const earlier = reports.has(message.match_id);
            reports.set(message.match_id, { ...message.result.score, again: earlier });
          }
          const answer: unknown = JSON.parse(reply.body);
          const data = isObject(answer) && isObject(answer.result) ? answer.result.data : undefined;
          if (!isObject(data) || !Array.isArray(data.standings)) return reply;
          for (const score of reports.values()) {
            if (score.again !== true) continue;
            for (const row of data.standings.filter(isObject)) {
              if (typeof score[String(row.player_id)] === "number") row.points = score[String(row.player_id)];
            }
          }
          return { ...reply, body: JSON.stringify(answer) };
        },
      };
    },
  },
];
