import type { CheckResult, Verdict } from "../../types.js";
import { verdictDisplays, verdictsBySeverity } from "../verdicts.js";
import type { Paint } from "./layout.js";

interface GroupTally {
  running: Set<string>;
  finished: Map<Verdict, number>;
}

/** Counts the checks of a run as they start and finish, group by group. */
export interface Tally {
  started(id: string, group: string): void;
  finished(result: CheckResult): void;
  readonly done: number;
  readonly running: number;
  readonly bad: number;
  readonly groups: ReadonlyMap<string, Readonly<GroupTally>>;
}

export function createTally(): Tally {
  const groups = new Map<string, GroupTally>();
  const groupOf = (name: string): GroupTally => {
    const group = groups.get(name) ?? { running: new Set<string>(), finished: new Map<Verdict, number>() };
    groups.set(name, group);
    return group;
  };
  const count = (matches: (verdict: Verdict) => boolean): number =>
    [...groups.values()]
      .flatMap((group) => [...group.finished])
      .reduce((sum, [verdict, number]) => sum + (matches(verdict) ? number : 0), 0);
  return {
    started: (id, group) => void groupOf(group).running.add(id),
    finished(result) {
      const group = groupOf(result.group);
      group.running.delete(result.id);
      group.finished.set(result.verdict, (group.finished.get(result.verdict) ?? 0) + 1);
    },
    get done() {
      return count(() => true);
    },
    get running() {
      return [...groups.values()].reduce((sum, group) => sum + group.running.size, 0);
    },
    get bad() {
      return count((verdict) => verdictDisplays[verdict].outcome === "bad");
    },
    groups,
  };
}

/** `✘ choice         1 fail  12 pass  2 running`: one line a group, worst verdict first. */
export function groupLines(tally: Tally, paint: Paint): string[] {
  const width = Math.max(0, ...[...tally.groups.keys()].map((name) => name.length));
  return [...tally.groups].map(([name, group]) => {
    const present = verdictsBySeverity.filter((verdict) => group.finished.has(verdict));
    const counts = present.map((verdict) => {
      const { tone, word } = verdictDisplays[verdict];
      return paint.tone(tone, `${group.finished.get(verdict)} ${word.toLowerCase()}`);
    });
    if (group.running.size > 0) counts.push(paint.dim(`${group.running.size} running`));
    return `  ${markOf(present[0], group.running.size > 0, paint)} ${name.padEnd(width)}  ${counts.join("  ")}`;
  });
}

function markOf(worst: Verdict | undefined, running: boolean, paint: Paint): string {
  const face = worst === undefined ? undefined : verdictDisplays[worst];
  if (face === undefined || (running && face.outcome !== "bad")) return paint.dim("…");
  return paint.tone(face.tone, face.mark);
}
