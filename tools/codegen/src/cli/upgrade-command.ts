import { join } from "node:path";
import type { Json } from "../json.js";
import { type Conflict, mergeFiles } from "../upgrade/merge-files.js";
import { publishedSpec, readBase, readSpec, writeBase, writeSpec } from "./spec-folder.js";
import type { Terminal } from "./terminal.js";

export interface UpgradeOptions {
  readonly spec: string;
  /** The newer specification; by default the installed one. */
  readonly from?: string;
  /** The side whose value is taken if both sides have changed it. Without either, a conflict stops the upgrade. */
  readonly ours?: true;
  readonly theirs?: true;
}

const LONGEST_VALUE = 100;

/**
 * Merges the changes of a newer specification into a changed copy that `init` has made. With conflicts, nothing is written
 * unless an option names the winner. Returns the exit status: 1 for conflicts, or for a folder that `init` has not made.
 */
export function upgradeSpec({ spec, from, ...sides }: UpgradeOptions, terminal: Terminal): number {
  const base = readBase(spec);
  if (base === null) {
    terminal.error(
      `${spec} has no .league-base.json. Only a folder that "league-codegen init" made can be upgraded`,
    );
    return 1;
  }
  const winner = sides.theirs ? "theirs" : sides.ours ? "ours" : undefined;
  const theirs = readSpec(from ?? publishedSpec());
  const { changes, conflicts } = mergeFiles(base, readSpec(spec), theirs, winner);
  for (const conflict of conflicts) terminal.error(described(spec, conflict));
  if (conflicts.length > 0 && winner === undefined) {
    const count = `${conflicts.length} conflict${conflicts.length === 1 ? "" : "s"}`;
    terminal.error(
      `${count}, nothing is written. Repeat with --ours to keep your values there, or with --theirs to take the newer ones`,
    );
    return 1;
  }
  writeSpec(spec, changes);
  writeBase(spec, theirs);
  terminal.out(
    `${Object.keys(changes).length} files of ${spec} changed. Next: league-codegen lint --spec ${spec}`,
  );
  return 0;
}

function described(spec: string, { file, pointer, base, ours, theirs }: Conflict): string {
  const path = join(spec, file);
  const place = pointer === "" ? path : `${path}#${pointer}`;
  return `conflict ${place}\n  before: ${shown(base)}\n  ours:   ${shown(ours)}\n  theirs: ${shown(theirs)}`;
}

function shown(value: Json | undefined): string {
  const text = value === undefined ? "(missing)" : JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
