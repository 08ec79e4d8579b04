/** The remaining work of a restarted referee. */
import { longestMatchMs } from "../domain/match-durations.js";
import { Job, type JobSetting } from "./job.js";
import { isFinished } from "./match-journal.js";

/**
 * The matches of an earlier run: finished ones are reported, the others played again. A match so old that for the league
 * manager its referee has failed is not resumed: it has a new referee. The same holds for a game that it no longer serves.
 */
export async function earlierJobs(setting: JobSetting): Promise<readonly Job[]> {
  const now = setting.runtime.agentContext.clock.now();
  const kept = (await setting.journal?.load()) ?? [];
  const own = kept.filter(
    (match) =>
      isFinished(match) || (setting.serves(match.game_type) && now - match.taken_at < longestMatchMs()),
  );
  return own.map((match) => Job.resumed(match, setting));
}
