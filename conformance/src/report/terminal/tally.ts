import type { CheckResult, Verdict } from "../../types.js";
import { verdictDisplays, verdictsBySeverity } from "../verdicts.js";
import type { Paint } from "./layout.js";

interface GroupTally {
  readonly running: Set<string>;
  readonly finished: Verdict[];
}

/** Counts the checks of a run as they start and finish, group by group. */
export class Tally {
  readonly groups = new Map<string, GroupTally>();

  started(id: string, group: string): void {
    this.of(group).running.add(id);
  }

  finished({ id, group, verdict }: CheckResult): void {
    this.of(group).running.delete(id);
    this.of(group).finished.push(verdict);
  }

  get done(): number {
    return this.verdicts.length;
  }

  get bad(): number {
    return this.verdicts.filter((verdict) => verdictDisplays[verdict].outcome === "bad").length;
  }

  get running(): number {
    return [...this.groups.values()].reduce((sum, { running }) => sum + running.size, 0);
  }

  private get verdicts(): Verdict[] {
    return [...this.groups.values()].flatMap(({ finished }) => finished);
  }

  private of(name: string): GroupTally {
    const group = this.groups.get(name) ?? { running: new Set(), finished: [] };
    this.groups.set(name, group);
    return group;
  }
}

/** `✘ choice         1 fail  12 pass  2 running`: one line a group, worst verdict first. */
export function groupLines(tally: Tally, paint: Paint): string[] {
  const width = Math.max(0, ...[...tally.groups.keys()].map((name) => name.length));
  return [...tally.groups].map(([name, group]) => {
    const present = verdictsBySeverity.filter((verdict) => group.finished.includes(verdict));
    const counts = present.map((verdict) => {
      const { tone, word } = verdictDisplays[verdict];
      const count = group.finished.filter((one) => one === verdict).length;
      return paint.tone(tone, `${count} ${word.toLowerCase()}`);
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
