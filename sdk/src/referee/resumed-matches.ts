/** What a referee that is started again has still to do. */
import { longestMatchMs } from "../domain/match-durations.js";
import { Job, type JobSetting } from "./job.js";
import { isFinished } from "./match-journal.js";

/**
 * The matches of an earlier life: those that it had finished are told, the others played afresh. One that was taken so long
 * ago that the league manager believes its referee dead is left to whoever has it now.
 */
export async function earlierJobs(setting: JobSetting): Promise<readonly Job[]> {
  const now = setting.life.link.clock.now();
  const kept = (await setting.journal?.load()) ?? [];
  const own = kept.filter((match) => isFinished(match) || now - match.taken_at < longestMatchMs());
  return own.map((match) => Job.resumed(match, setting));
}
