import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import type { Answer } from "../../../peers/answer.js";
import type { Falsehood } from "../_falsehoods.js";
import { questioned } from "../_leagues.js";
import { codesOf, isRefused, QUESTIONS_MS, wordsOf } from "../_questions.js";
import { A_LEAGUE_MS } from "../_times.js";
import { JUDGED_MS, judgeContest } from "../_verdicts.js";

const REPORTS: readonly (readonly [fault: Falsehood, codes: readonly unknown[]])[] = [
  ["no token", ["E011"]],
  ["an invented token", ["E012"]],
  ["a player's token", ["E012"]],
  ["a player as sender", ["E013"]],
  ["an unknown match", ["E006"]],
  ["300 points", [-32_602]],
  ["points for the loser", [-32_602]],
];

export default check<ManagerBench>({
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
});

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
