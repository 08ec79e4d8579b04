import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { show } from "../../../json/text.js";
import {
  BEGINNINGS_MS,
  type Beginning,
  judgeBeginning,
  SHORTAGE_NAMES,
  SHORTAGES,
  type ShortageName,
} from "../_beginnings.js";

export default check<ManagerBench>({
  id: "manager/start/start-league",
  title: "begins at start_league with those who are there, or says why it cannot",
  decides: ["LM-START-03"],
  kills: ["manager:knows-no-start-league", "manager:does-not-say-why", "manager:takes-start-league-lightly"],
  worstCaseMs: BEGINNINGS_MS,
  async run(bench) {
    await Promise.all(
      SHORTAGE_NAMES.map((name) =>
        judgeBeginning(bench, name, "start_league", (beginning) => judge(bench, name, beginning)),
      ),
    );
  },
});

function judge(bench: ManagerBench, name: ShortageName, { refusal, started, late }: Beginning): void {
  const { word } = SHORTAGES[name];
  const what = `start_league with ${name}`;
  const answer = refusal ?? bench.notExercised("the league manager was not asked to begin");
  bench.expect.that(answer.outcome === "refusal", {
    diagnosis: `${what} was answered with ${answer.describe()}; expected E008 and ${word}`,
    expected: `E008 and ${word}`,
    received: answer.describe(),
  });
  const { league, message, data } = answer.refusal;
  bench.expect(league, `the code of the refusal of ${what}`).is("E008");
  const said = `${message} ${show(data, 2_000)}`;
  bench.expect(said, `what the refusal of ${what} says`).matches(new RegExp(word), `the word ${word}`);
  const begun = started ?? bench.notExercised("the league manager began with too few agents");
  const enough = "start_league with two players and a referee, fewer than it was told to wait for,";
  bench.expect(begun.result, `the answer to ${enough}`).isObject();
  bench.expect.that(late !== undefined, {
    diagnosis: `${enough} was accepted, but no match was assigned`,
    expected: "a league of those who are there",
    received: "nothing",
  });
}
