/** A player whose registration is answered late, but in time. One is started for all checks that look at this. */
import type { PlayerBench } from "../../bench/player-bench.js";
import { deadlineOf } from "../../contract.js";
import type { Answer } from "../../peers/answer.js";
import { fateOf, registering } from "./_registering.js";

const deadline = deadlineOf("LEAGUE_REGISTER_REQUEST");
/** Half of the time that the player has for its registration. */
const CALL_MS = deadline / 2;
export const ANSWER_AFTER_MS = deadline * 0.94;
export const WATCHED_MS = deadline * 1.1;

export interface LateAnswer {
  /** How its endpoint took a call while its registration was open. */
  endpoint: Answer;
  /** How many registrations came while it waited. */
  attempts: number;
  isRunning: boolean;
  /** "was still running" or how it ended, for a diagnosis. */
  fate: string;
}

export function lateAnswer(bench: PlayerBench): Promise<LateAnswer> {
  return bench.observe("the league manager answered a registration just in time", async () => {
    let resolve: (answer: Answer) => void = () => undefined;
    const called = new Promise<Answer>((done) => {
      resolve = done;
    });
    const { player, attempts } = await registering(
      bench,
      async (manager, attempt, index, grant, { player: agent, league }) => {
        if (index === 0) resolve(await league.voice.call(agent, "ping", undefined, { timeoutMs: CALL_MS }));
        const afterMs = Math.max(0, attempt.at_ms + ANSWER_AFTER_MS - bench.clock.now());
        return { ...manager.accept(attempt, grant), afterMs };
      },
    );
    await bench.pause(WATCHED_MS);
    return {
      endpoint: await called,
      attempts: attempts.length,
      isRunning: player.instance.exit() === undefined,
      fate: fateOf(player),
    };
  });
}
