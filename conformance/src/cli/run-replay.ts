/** Runs one check again, or sends a recorded conversation again to a running agent. */
import { readRecord, recordedIn } from "../compare/record.js";
import { repeat } from "../compare/repeat.js";
import { deadlineOf } from "../contract.js";
import { realEnvironment } from "../environment/real-environment.js";
import { parseReplay } from "../replay-id.js";
import { select } from "../run/select.js";
import { UsageError } from "../usage-error.js";
import { type CliContext, print } from "./cli-context.js";
import { assertHttpUrl } from "./failure.js";
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

/** @returns the exit status: 1 when an answer has changed; 4 when the record has none */
export async function replayRecord(file: string, { url }: RunFlags, around: CliContext): Promise<number> {
  const [target, ...others] = url ?? [];
  if (target === undefined || others.length > 0)
    throw new UsageError("a record is sent again to one agent that runs already: give one --url");
  assertHttpUrl("--url", target);
  const recorded = recordedIn(readRecord(file));
  const timeoutMs = deadlineOf("CHOOSE_PARITY_CALL");
  const { lines, changed } = await repeat(recorded, target, realEnvironment(1), timeoutMs);
  print(around.out, [...lines, `${recorded.length} exchanges, ${changed} answered differently`]);
  if (recorded.length === 0) return 4;
  return changed > 0 ? 1 : 0;
}
