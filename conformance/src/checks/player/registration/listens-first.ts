import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import type { Answer } from "../../../peers/answer.js";
import { registering } from "../_registering.js";

/** Half of the time that the player has for its registration. */
const KNOCK_MS = deadlineOf("LEAGUE_REGISTER_REQUEST") / 2;

/** The manager knocks at the endpoint before it answers the registration. Any HTTP reply will do. */
export default check<PlayerBench>({
  id: "player/registration/listens-first",
  title: "answers at its endpoint before it registers it",
  decides: ["PLY-REG-03"],
  kills: ["player:registers-before-it-listens"],
  needs: { command: true },
  worstCaseMs: KNOCK_MS,
  async run(bench) {
    let open: (door: Answer) => void = () => undefined;
    const opened = new Promise<Answer>((resolve) => {
      open = resolve;
    });
    await registering(bench, async (manager, attempt, _, grant, { player, league }) => {
      open(await league.voice.call(player, "ping", undefined, { timeoutMs: KNOCK_MS }));
      return manager.accept(attempt, grant);
    });
    const answer = await opened;
    bench.expect.that(answer.raw.kind === "reply", {
      diagnosis: `while its registration was open, its endpoint met a call with ${answer.describe()}; expected any HTTP reply`,
      expected: "an HTTP reply",
      received: answer.describe(),
      hint: "Open the port first, then register.",
    });
  },
});
