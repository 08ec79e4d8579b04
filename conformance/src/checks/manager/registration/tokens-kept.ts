import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { printable } from "../../../json/text.js";
import type { Answer } from "../../../peers/answer.js";
import { questioned } from "../_leagues.js";
import { QUESTIONS_MS } from "../_questions.js";
import { A_LEAGUE_MS } from "../_times.js";

/** As much of an answer as is looked at. */
const LENGTH = 65_536;

export default check<ManagerBench>({
  id: "manager/registration/tokens-kept",
  title: "tells an agent's token to nobody else, and not to somebody who does not know it",
  decides: ["LM-REG-05", "TRN-SAFE-02"],
  kills: [
    "manager:shows-tokens-in-standings",
    "manager:tells-the-right-token",
    "manager:sends-tokens-around",
  ],
  worstCaseMs: A_LEAGUE_MS + QUESTIONS_MS,
  async run(bench) {
    bench.look(await questioned(bench), ["LEAGUE_QUERY", "RUN_MATCH"], ({ questions, seen }) => {
      const seats = [...seen.players, ...seen.referees].filter(({ token }) => token !== undefined);
      const { asking, standings, schedule, stats, inventedToken, othersToken, noToken, other } = questions;
      const judge = (text: string, what: string, known: readonly unknown[]) => {
        const told = seats.find(({ token = "" }) => !known.includes(token) && text.includes(token));
        bench.expect.that(told === undefined, {
          diagnosis: `${what} contains the auth_token of ${told?.id}`,
          expected: "no token of anybody else",
          received: text.slice(0, 300),
        });
      };
      const answers: readonly (readonly [string, Answer, readonly unknown[]])[] = [
        ["GET_STANDINGS", standings, [asking.token]],
        ["GET_SCHEDULE", schedule, [asking.token]],
        ["GET_PLAYER_STATS", stats, [asking.token]],
        [`a query in the name of ${asking.id} with an invented token`, inventedToken, []],
        [`a query in the name of ${asking.id} with another player's token`, othersToken, [other.token]],
        [`a query in the name of ${asking.id} without a token`, noToken, []],
      ];
      for (const [what, answer, known] of answers) {
        const text = answer.raw.kind === "reply" ? printable(answer.raw.body, LENGTH) : "";
        judge(text, `the answer to ${what}`, known);
      }
      for (const { to, type = "a message", message } of seen.sent())
        judge(JSON.stringify(message), `${type} to ${to.id}`, [to.token]);
    });
  },
});
