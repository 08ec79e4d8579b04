import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import type { Twist } from "../../../peers/speaker.js";
import { utc } from "../../../time/utc.js";
import { expectChoice, inMatch, plays } from "../_steps.js";
import { A_MATCH_MS } from "../_time.js";

/** As RA writes the call: the context has no standings, and the deadline no dashes, colons or fraction. */
export default check<PlayerBench>({
  id: "player/choice/chooses-with-less",
  title: "chooses without your_standings, and with a deadline in the compact form",
  decides: ["PLY-CHOICE-09"],
  kills: ["player:demands-standings", "player:demands-rfc-3339"],
  worstCaseMs: A_MATCH_MS + 2 * A_MATCH_MS,
  async run(bench) {
    await plays(bench);
    const deadline = utc(bench.clock.now() + deadlineOf("CHOOSE_PARITY_CALL"));
    const compact = deadline.replaceAll(/[-:]|\.\d+/g, "");
    const calls: [string, Twist][] = [
      ["a call without your_standings", { remove: ["/context/your_standings"] }],
      [`a call with the deadline ${compact}`, { set: { "/deadline": compact } }],
    ];
    for (const [what, twist] of calls) {
      await inMatch(bench, async (match) =>
        expectChoice(bench, await match.askChoice(bench.player, twist), what),
      );
    }
  },
});
