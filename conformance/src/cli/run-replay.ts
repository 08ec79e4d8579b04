/** Runs one check again. */
import { parseReplay } from "../replay-id.js";
import { select } from "../run/select.js";
import { type CliContext, print } from "./cli-context.js";
import { type RunFlags, runRole } from "./run-role.js";

/** @param id check, role and seed, as a report names them */
export async function replayCheck(id: string, flags: RunFlags, around: CliContext): Promise<number> {
  const { checkId, role, seed } = parseReplay(id);
  const all = await around.checks();
  const [one] = select(all, role, { only: [checkId] });
  // A check that only observes needs something to observe: everything else is run for it.
  const isObserver = one?.check.needs?.observes === true;
  const checks = select(all, role, isObserver ? {} : { only: [checkId] });
  if (isObserver)
    print(
      around.out,
      `${checkId} judges the messages of a whole run, so all of it is repeated: look for this check in the result, where others may fail too.`,
    );
  const again: RunFlags = { ...flags, selected: true, seed, verbose: true, level: "may" };
  return runRole(role, checks, again, around);
}
