import type { ManagerBench } from "../../bench/manager-bench.js";
import { deadlineOf, protocol } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { Answer } from "../../peers/answer.js";
import type { Check } from "../../types.js";
import type { Falsehood, Unusual } from "./helpers/invalid-reports.js";
import { A_LEAGUE_MS, begun } from "./helpers/league-course.js";
import { codesOf, isRefused, QUESTIONS_MS, wordsOf } from "./helpers/league-queries.js";
import { plainLeague, questioned } from "./helpers/leagues.js";
import {
  brought,
  JUDGED_MS,
  judgeContest,
  judgeOnce,
  judgeRefusal,
  judgeScore,
  mustTakeOrdinaryReports,
} from "./helpers/report-judgements.js";
import { inWords, NOTHING } from "./helpers/standings.js";

const REPORTS: readonly (readonly [fault: Falsehood, codes: readonly unknown[]])[] = [
  ["no token", ["E011"]],
  ["an invented token", ["E012"]],
  ["a player's token", ["E012"]],
  ["a player as sender", ["E013"]],
  ["an unknown match", ["E006"]],
  ["300 points", [-32_602]],
  ["points for the loser", [-32_602]],
];

const LOST = { ...NOTHING, losses: 1 };

const WON = { ...NOTHING, wins: 1, points: protocol.points.win };

/** What each of them must count for, for PLAYER_A and PLAYER_B. */
const ENDINGS = [
  { what: "one player missing", due: [WON, LOST] },
  { what: "both players missing", due: [LOST, LOST] },
] satisfies { what: Unusual; due: unknown }[];

const SCORES: readonly Falsehood[] = ["300 points", "points for both", "a stranger's points"];

export const resultsChecks: readonly Check<ManagerBench>[] = [
  {
    id: "manager/results/another-referee",
    title: "refuses a report by a referee that the match was not given to",
    decides: ["LM-RES-06"],
    kills: ["manager:any-referee-may-report"],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeRefusal(bench, "another referee"),
  },
  {
    id: "manager/results/another-referees-token",
    title: "refuses a report in the referee's name with another referee's token",
    decides: ["LM-RES-05"],
    kills: [
      "manager:believes-any-token",
      "manager:any-members-token-will-do",
      "manager:any-referees-token-will-do",
    ],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeRefusal(bench, "another referee's token"),
  },
  {
    id: "manager/results/answers-plain-reports",
    title: "answers a report with nothing in its result but winner, score and details, as IS and RA have it",
    decides: ["LM-RES-01"],
    kills: ["manager:wants-a-status"],
    worstCaseMs: JUDGED_MS,
    async run(bench) {
      if (bench.profile.name === "flat") bench.notApplicable("the flat report has no result");
      await judgeContest(bench, "winner, score and details only", ["MATCH_RESULT"], (league) => {
        const { contest } = league;
        if (contest.attempts[0]?.outcome !== "empty") mustTakeOrdinaryReports(bench, league);
        const [answer] = contest.attempts;
        bench.expect.that(answer?.outcome === "message" || answer?.outcome === "empty", {
          diagnosis: `the report of ${contest.assignment.matchId} with winner, score and details, but without status and number_parity, was answered with ${answer?.describe() ?? "nothing"}; expected a result`,
          expected: "MATCH_RESULT_ACK",
          received: answer?.describe() ?? "nothing",
          hint: "A status follows from the winner and the score, the parity from the number.",
        });
      });
    },
  },
  {
    id: "manager/results/answers-repetitions",
    title: "acknowledges an identical second report again, and refuses a different one with E007",
    decides: ["LM-RES-03"],
    kills: ["manager:refuses-repetitions", "manager:last-report-wins", "manager:acknowledges-contradictions"],
    worstCaseMs: JUDGED_MS,
    async run(bench) {
      await judgeContest(bench, "repetition", ["MATCH_RESULT"], ({ contest: { attempts, assignment } }) => {
        const [answer] = attempts;
        bench.expect.that(answer?.outcome === "message", {
          diagnosis: `the same report of ${assignment.matchId} again was answered with ${answer?.describe() ?? "nothing"}; expected MATCH_RESULT_ACK again`,
          expected: "MATCH_RESULT_ACK",
          received: answer?.describe() ?? "nothing",
        });
      });
      await judgeContest(
        bench,
        "contradiction",
        ["MATCH_RESULT"],
        ({ contest: { attempts, assignment } }) => {
          const [answer] = attempts;
          const code = answer?.outcome === "refusal" ? answer.refusal.league : undefined;
          bench.expect.that(code === "E007", {
            diagnosis: `a second report of ${assignment.matchId} with the contrary result was answered with ${answer?.describe() ?? "nothing"}; expected E007`,
            expected: "E007",
            received: answer?.describe() ?? "nothing",
          });
        },
      );
    },
  },
  {
    id: "manager/results/answers-reports",
    title: "answers a valid report by the referee of the match with a result, within 10 s",
    decides: ["LM-RES-01"],
    kills: ["manager:slow-to-record", "manager:refuses-draws"],
    worstCaseMs: A_LEAGUE_MS,
    async run(bench) {
      const league = await plainLeague(bench);
      bench.look(league, ["MATCH_RESULT"], (played) => {
        const reported = begun(bench, played).assignments.filter(({ truth }) => truth !== undefined);
        if (reported.length === 0) bench.notExercised("no match was reported");
        if (reported.some(({ referee }) => referee.token === undefined))
          bench.notExercised("the referees got no token to report with");
        for (const { matchId, truth, acknowledgement } of reported) {
          const what = `the report of ${matchId} (${truth === "draw" ? "a draw" : `${truth} has won`})`;
          bench.expect.that(acknowledgement !== undefined && isResult(acknowledgement), {
            diagnosis: `${what} was answered with ${acknowledgement?.describe() ?? "nothing"}; expected a result`,
            expected: "MATCH_RESULT_ACK",
            received: acknowledgement?.describe() ?? "nothing",
          });
          bench.expect
            .time(acknowledgement?.ms ?? 0, `the answer to ${what}`)
            .isAtMost(deadlineOf("MATCH_RESULT_REPORT"));
        }
      });
    },
  },
  {
    id: "manager/results/contradiction-not-counted",
    title: "counts a match as it was reported first when another report contradicts it",
    decides: ["LM-RES-02"],
    kills: ["manager:counts-contradictions", "manager:last-report-wins"],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeOnce(bench, "contradiction", "after a second report had said the contrary"),
  },
  {
    id: "manager/results/invented-token",
    title: "refuses a report with an invented token, and counts nothing of it",
    decides: ["LM-RES-05"],
    kills: ["manager:believes-any-token"],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeRefusal(bench, "an invented token"),
  },
  {
    id: "manager/results/nearly-the-token",
    title: "refuses a report whose token is only nearly right, and counts nothing of it",
    decides: ["LM-RES-05"],
    kills: ["manager:compares-half-a-token", "manager:compares-what-it-is-given"],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeRefusal(bench, "a token that is only nearly right"),
  },
  {
    id: "manager/results/no-token",
    title: "refuses a report without a token, and counts nothing of it",
    decides: ["LM-RES-05"],
    kills: ["manager:believes-without-token"],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeRefusal(bench, "no token"),
  },
  {
    id: "manager/results/not-yet",
    title: "refuses a report of a match that was given to no referee yet",
    decides: ["LM-RES-06"],
    kills: ["manager:takes-results-early", "manager:any-referee-may-report"],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeRefusal(bench, "the id of a match that is still to come"),
  },
  {
    id: "manager/results/player-as-sender",
    title: "refuses a report that a player makes with its own token",
    decides: ["LM-RES-05"],
    kills: ["manager:players-may-report"],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeRefusal(bench, "a player as sender"),
  },
  {
    id: "manager/results/players-token",
    title: "refuses a report in the referee's name with a player's token",
    decides: ["LM-RES-05"],
    kills: ["manager:believes-any-token", "manager:any-members-token-will-do"],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeRefusal(bench, "a player's token"),
  },
  {
    id: "manager/results/points-for-both",
    title: "does not believe a score of 3-3",
    decides: ["LM-RES-07"],
    kills: ["manager:believes-any-score"],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeScore(bench, "points for both"),
  },
  {
    id: "manager/results/points-for-the-loser",
    title: "does not believe points that contradict the winner",
    decides: ["LM-RES-07"],
    kills: ["manager:believes-any-score"],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeScore(bench, "points for the loser"),
  },
  {
    id: "manager/results/points-of-a-draw",
    title: "does not believe a score of 1-1 of a match that has a winner",
    decides: ["LM-RES-07"],
    kills: ["manager:believes-any-score"],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeScore(bench, "the points of a draw for a winner"),
  },
  {
    id: "manager/results/race-counted-once",
    title: "counts a match once whose report comes three times at the same moment",
    decides: ["LM-RES-02"],
    kills: ["manager:counts-races"],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeOnce(bench, "race", "after the same report had come three times at the same moment"),
  },
  {
    id: "manager/results/refusal-codes",
    title:
      "refuses reports and queries with the codes E005, E006, E011, E012, E013 and -32602, each for its reason",
    decides: ["LM-RES-08"],
    kills: ["manager:one-code-for-all-refusals", "manager:unknown-players-have-wrong-tokens"],
    worstCaseMs: Math.max(JUDGED_MS, A_LEAGUE_MS + QUESTIONS_MS),
    async run(bench) {
      for (const [fault, codes] of REPORTS) {
        await judgeContest(bench, fault, ["MATCH_RESULT"], ({ contest }) =>
          judge(bench, contest.attempts[0], `a report with ${fault}`, codes),
        );
      }
      bench.look(await questioned(bench), ["LEAGUE_QUERY"], ({ questions }) => {
        if (isRefused(questions.standings)) return;
        judge(bench, questions.unknownPlayer, "a query by an unknown player", ["E005"]);
        judge(bench, questions.noToken, "a query without a token", ["E011"]);
        judge(bench, questions.inventedToken, "a query with an invented token", ["E012"]);
        judge(bench, questions.othersToken, "a query with the token of another player", ["E012"]);
      });
    },
  },
  {
    id: "manager/results/repetition-counted-once",
    title: "counts a match once that is reported twice",
    decides: ["LM-RES-02"],
    kills: ["manager:counts-repetitions"],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeOnce(bench, "repetition", "after the same report had come twice"),
  },
  {
    id: "manager/results/strangers-points",
    title: "does not believe points for a stranger",
    decides: ["LM-RES-07"],
    kills: ["manager:believes-any-score"],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeScore(bench, "a stranger's points"),
  },
  {
    id: "manager/results/technical-losses",
    title: "takes the report of a technical loss, 3-0 or 0-0, and counts it so",
    decides: ["LM-RES-09"],
    kills: ["manager:wants-a-number", "manager:absence-is-a-draw", "manager:absence-is-nothing"],
    worstCaseMs: JUDGED_MS,
    async run(bench) {
      if (bench.profile.name === "flat") bench.notApplicable("the flat report has no status");
      await Promise.all(ENDINGS.map((ending) => judgeOfTechnicalLosses(bench, ending)));
    },
  },
  {
    id: "manager/results/three-hundred-points",
    title: "does not believe a score of 300",
    decides: ["LM-RES-07"],
    kills: ["manager:believes-any-score"],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeScore(bench, "300 points"),
  },
  {
    id: "manager/results/truth-after-a-lie",
    title: "takes a valid report of a match of which it has refused another one",
    decides: ["LM-RES-01"],
    kills: ["manager:closes-a-match-by-refusing"],
    worstCaseMs: JUDGED_MS,
    async run(bench) {
      for (const name of SCORES) {
        await judgeContest(bench, name, ["MATCH_RESULT"], ({ contest }) => {
          const [lie] = contest.attempts;
          const { acknowledgement, matchId } = contest.assignment;
          if (lie?.outcome !== "refusal" || contest.spoiltBy !== undefined)
            bench.notExercised(`the report of ${matchId} with ${name} was not refused`);
          bench.expect.that(acknowledgement?.outcome === "message" || acknowledgement?.outcome === "empty", {
            diagnosis: `a report of ${matchId} with ${name} was refused, and then the true one was answered with ${acknowledgement?.describe() ?? "nothing"}; expected a result`,
            expected: "MATCH_RESULT_ACK",
            received: acknowledgement?.describe() ?? "nothing",
          });
        });
      }
    },
  },
  {
    id: "manager/results/two-points-for-a-win",
    title: "does not believe a score of 2-0",
    decides: ["LM-RES-07"],
    kills: ["manager:believes-any-score"],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeScore(bench, "two points for a win"),
  },
  {
    id: "manager/results/unknown-match",
    title: "refuses a report of an unknown match, and counts nothing of it",
    decides: ["LM-RES-04"],
    kills: ["manager:records-unknown-matches", "manager:acknowledges-unknown-matches"],
    worstCaseMs: JUDGED_MS,
    run: (bench) => judgeRefusal(bench, "an unknown match"),
  },
];

/** JSON-RPC lets a result be any value. */
function isResult(answer: Answer): boolean {
  if (answer.outcome === "message") return true;
  return answer.outcome === "empty" && isObject(answer.json) && Object.hasOwn(answer.json, "result");
}

function judge(
  bench: ManagerBench,
  answer: Answer | undefined,
  what: string,
  codes: readonly unknown[],
): void {
  // Whether it is refused at all is for the checks of the MUST clauses.
  if (answer === undefined || !isRefused(answer)) return;
  const found = codesOf(answer);
  bench.expect.that(
    found.some((code) => codes.includes(code)),
    {
      diagnosis: `${what} was refused with ${wordsOf(answer)}; expected ${codes.join(" or ")}`,
      expected: codes.join(" or "),
      received: wordsOf(answer),
    },
  );
}

function judgeOfTechnicalLosses(bench: ManagerBench, { what, due }: (typeof ENDINGS)[number]): Promise<void> {
  const types = ["MATCH_RESULT", "LEAGUE_STANDINGS_UPDATE"];
  return judgeContest(bench, what, types, (league) => {
    const { attempts, assignment } = league.contest;
    const [answer] = attempts;
    mustTakeOrdinaryReports(bench, league);
    bench.expect.that(answer?.outcome === "message", {
      diagnosis: `the report of a TECHNICAL_LOSS with ${what} was answered with ${answer?.describe() ?? "nothing"}; expected a result`,
      expected: "MATCH_RESULT_ACK",
      received: answer?.describe() ?? "nothing",
    });
    [assignment.playerA, assignment.playerB].forEach((player, side) => {
      bench
        .expect(
          inWords(brought(bench, player, league)),
          `what a TECHNICAL_LOSS with ${what} counts for ${player}, PLAYER_${side === 0 ? "A" : "B"}`,
        )
        .is(inWords(due[side] ?? NOTHING));
    });
  });
}
