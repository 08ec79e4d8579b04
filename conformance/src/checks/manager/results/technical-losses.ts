import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { protocol } from "../../../contract.js";
import type { Answer } from "../../../peers/answer.js";
import type { Assignment } from "../../../peers/assignment.js";
import type { Twist } from "../../../peers/speaker.js";
import { finished } from "../_rounds.js";
import { inWords, NOTHING, rowsIn, tallyIn } from "../_table.js";
import { A_LEAGUE_MS } from "../_times.js";

const LOST = { ...NOTHING, losses: 1 };
const WON = { ...NOTHING, wins: 1, points: protocol.points.win };

/** How a match ends to which one player, or both, did not come: what is reported, and what it must count for. */
const ENDINGS = {
  "one player missing": {
    twistOf: ({ playerA, playerB }: Assignment) =>
      unplayed(playerA, { [playerA]: protocol.points.win, [playerB]: 0 }),
    due: [WON, LOST],
  },
  "both players missing": {
    twistOf: ({ playerA, playerB }: Assignment) => unplayed(null, { [playerA]: 0, [playerB]: 0 }),
    due: [LOST, LOST],
  },
};

/** No number was drawn, and nobody was asked for a choice. */
function unplayed(winner: string | null, score: Record<string, number>): Twist {
  const choices = Object.fromEntries(Object.keys(score).map((player) => [player, null]));
  const details = { drawn_number: null, number_parity: null, choices, reason: "A player did not come." };
  return { set: { "/result": { status: "TECHNICAL_LOSS", winner, score, details } } };
}

export default check<ManagerBench>({
  id: "manager/results/technical-losses",
  title: "takes the report of a technical loss, 3-0 or 0-0, and counts it so",
  decides: ["LM-RES-09"],
  kills: ["manager:wants-a-number", "manager:absence-is-a-draw", "manager:absence-is-nothing"],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    if (bench.profile.name === "flat") bench.notApplicable("the flat report has no status");
    await Promise.all(
      Object.entries(ENDINGS).map(async ([what, { twistOf, due }]) => {
        let told: { match: Assignment; answer: Answer } | undefined;
        const script = async (match: Assignment) => {
          told = { match, answer: await match.reportOutcome("A", twistOf(match)) };
          if (told.answer.outcome !== "message") await match.reportOutcome("A");
        };
        const { league } = await bench.league({ players: 2, referees: 1, refereeSeats: [{ script }] });
        const seen = await league.play();
        if (told === undefined) return bench.notExercised("the league manager gave out no match");
        const { match, answer } = told;
        bench.expect.that(answer.outcome === "message", {
          diagnosis: `the report of a TECHNICAL_LOSS with ${what} was answered with ${answer.describe()}; expected a result`,
          expected: "MATCH_RESULT_ACK",
          received: answer.describe(),
        });
        const rows = rowsIn(finished(bench, { seen }).leagueCompleted[0]?.message.final_standings) ?? [];
        [match.playerA, match.playerB].forEach((player, side) => {
          const tally = tallyIn(rows.find(({ player_id }) => player_id === player));
          bench
            .expect(
              tally === undefined ? "nothing" : inWords(tally),
              `what a TECHNICAL_LOSS with ${what} counts for ${player}, PLAYER_${side === 0 ? "A" : "B"}`,
            )
            .is(inWords(due[side] ?? NOTHING));
        });
      }),
    );
  },
});
