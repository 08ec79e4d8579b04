/** Which checks take part in a run. */
import type { RegisteredCheck } from "../checks/registry.js";
import type { Level, Role } from "../types.js";
import { nearest, UsageError } from "../usage-error.js";
import { needsCommand } from "./scheduling/plan.js";

export interface Selection {
  /** Globs over check ids and clause ids, or the first parts of check ids: `player/choice/*`, `PLY-JOIN-*`, `player/choice`. */
  only?: readonly string[];
  skip?: readonly string[];
  /** This level and the stronger ones. */
  level?: Level;
  /** Groups of checks. */
  group?: readonly string[];
  /** Only checks that wait for nothing and need no instance of their own; of a league manager, those that one league can show. */
  quick?: boolean | undefined;
}

const STRENGTH: Readonly<Record<Level, number>> = { must: 2, should: 1, may: 0 };

/** @throws UsageError for a pattern or a group that matches nothing */
export function select(all: readonly RegisteredCheck[], role: Role, selection: Selection): RegisteredCheck[] {
  const candidates = all.filter(({ side }) => side === role || side === "transport");
  const chosenBy = (pattern: string) => matcher(pattern, candidates, () => elsewhere(pattern, all, role));
  const only = selection.only?.map(chosenBy);
  const skip = selection.skip?.map(chosenBy);
  for (const group of selection.group ?? []) assertGroup(group, candidates);
  const { level = "may" } = selection;
  const chosen = candidates.filter(
    (one) =>
      (only === undefined || only.some((matches) => matches(one))) &&
      !(skip?.some((matches) => matches(one)) ?? false) &&
      STRENGTH[one.level] >= STRENGTH[level] &&
      (selection.group === undefined || selection.group.includes(one.group)) &&
      (selection.quick !== true || isQuick(one, role)),
  );
  return [...chosen, ...playingFor(chosen, candidates)];
}

/** Where all the chosen checks only observe what others do, a quick one that plays what several look at. */
function playingFor(chosen: readonly RegisteredCheck[], candidates: readonly RegisteredCheck[]) {
  if (chosen.length === 0 || !chosen.every(({ check }) => check.needs?.observes === true)) return [];
  const plays = ({ check: { shares, needs, slow, concurrent } }: RegisteredCheck) =>
    shares !== undefined && [needs, slow, concurrent].every((one) => one === undefined);
  return candidates.filter(plays).slice(-1);
}

/** Whether a check needs neither a long wait nor a separate instance. */
export function isQuick({ check }: RegisteredCheck, role: Role): boolean {
  const { needs = {}, slow, concurrent } = check;
  if (slow === true || concurrent === true || needs.last === true || needs.fresh !== undefined) return false;
  return !needsCommand(check, role);
}

/** The clauses that some of these checks decide and none of the chosen ones. */
export function leftOut(all: readonly RegisteredCheck[], chosen: readonly RegisteredCheck[]): string[] {
  const decided = new Set(chosen.flatMap(({ check }) => check.decides));
  const others = all.flatMap(({ check }) => check.decides).filter((clause) => !decided.has(clause));
  return [...new Set(others)].toSorted();
}

type Matches = (one: RegisteredCheck) => boolean;

function matcher(
  pattern: string,
  candidates: readonly RegisteredCheck[],
  hintOfOthers: () => string | undefined,
): Matches {
  const matches = matchesOf(pattern);
  if (!candidates.some(matches)) {
    const known = candidates.flatMap(({ check }) => [check.id, ...check.decides]);
    const hint = hintOfOthers() ?? nearest(pattern, known);
    throw new UsageError(`no check matches "${pattern}". ${hint ?? "See `league-conformance list`."}`);
  }
  return matches;
}

/** Clause ids match in lower case too. */
function matchesOf(pattern: string): Matches {
  const expression = globToRegExp(pattern);
  const ofClause = new RegExp(expression, "i");
  const folder = pattern.endsWith("/") ? pattern : `${pattern}/`;
  return ({ check }) =>
    expression.test(check.id) ||
    check.id.startsWith(folder) ||
    check.decides.some((clause) => ofClause.test(clause));
}

/** The role whose suite has what the pattern names. The clauses of a manager (MGR) begin with LM. */
function elsewhere(pattern: string, all: readonly RegisteredCheck[], role: Role): string | undefined {
  const named = pattern.replace(/^MGR-/i, "LM-");
  const side = all.find(matchesOf(named))?.side;
  if (side === undefined) return undefined;
  if (side === role) return `did you mean "${named}"?`;
  return `The suite of the ${side} has it: league-conformance ${side} --only "${named}".`;
}

function assertGroup(group: string, candidates: readonly RegisteredCheck[]): void {
  const known = [...new Set(candidates.map((one) => one.group))];
  if (!known.includes(group)) {
    const near = nearest(group, known);
    throw new UsageError(
      `there is no group "${group}"${near === undefined ? "." : `; ${near}`} The groups are ${known.join(", ")}.`,
    );
  }
}

/** `*` stands for anything but a slash, `**` for anything, `?` for one character. */
export function globToRegExp(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*\*|[*?]|[.+^${}()|[\]\\]/g, (token) => {
    if (token === "**") return ".*";
    if (token === "*") return "[^/]*";
    return token === "?" ? "[^/]" : `\\${token}`;
  });
  return new RegExp(`^${source}$`);
}
