import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { show } from "../../../json/text.js";
import { until } from "../../../peers/until.js";
import { seated } from "../_desk.js";
import { BEGINNING_MS, registrations } from "../_times.js";

const SHORT = [
  { players: 1, referees: 1, word: "INSUFFICIENT_PLAYERS" },
  { players: 2, referees: 0, word: "NO_REFEREES" },
];

export default check<ManagerBench>({
  id: "manager/start/start-league",
  title: "begins at start_league with those who are there, or says why it cannot",
  decides: ["LM-START-03"],
  kills: ["manager:knows-no-start-league", "manager:does-not-say-why", "manager:takes-start-league-lightly"],
  worstCaseMs: registrations(3) + 2 * BEGINNING_MS,
  async run(bench) {
    await Promise.all([begins(bench), ...SHORT.map((short) => refuses(bench, short))]);
  },
});

async function begins(bench: ManagerBench): Promise<void> {
  const { league } = await open(bench, { players: 2, referees: 1 });
  const { result } = await league.start();
  bench.expect(result, "the answer to start_league with two players and a referee").isObject();
  const first = await until(league.env, () => league.assignments[0], BEGINNING_MS);
  bench.expect.that(first !== undefined, {
    diagnosis: "start_league was accepted with two players and a referee, but no match was assigned",
    expected: "a league of the two",
    received: "nothing",
  });
}

async function refuses(bench: ManagerBench, { word, ...there }: (typeof SHORT)[number]): Promise<void> {
  const { league } = await open(bench, there);
  const answer = await league.start();
  const what = `start_league with ${there.players} players and ${there.referees} referees`;
  bench.expect.that(answer.outcome === "refusal", {
    diagnosis: `${what} was answered with ${answer.describe()}; expected E008 and ${word}`,
    expected: `E008 and ${word}`,
    received: answer.describe(),
  });
  const { refusal } = answer;
  bench.expect(refusal.league, `the code of the refusal of ${what}`).is("E008");
  const said = `${refusal.message} ${show(refusal.data, 2_000)}`;
  bench.expect(said, `what the refusal of ${what} says`).matches(new RegExp(word), `the word ${word}`);
}

async function open(bench: ManagerBench, there: { players: number; referees: number }) {
  const opened = await bench.league({ players: 4, referees: 2, seat: false });
  for (let i = 0; i < there.referees; i += 1) seated(bench, await opened.league.seatReferee());
  for (let i = 0; i < there.players; i += 1) seated(bench, await opened.league.seatPlayer());
  return opened;
}
