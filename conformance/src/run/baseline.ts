/** Expected failures: a file that says which checks may fail, why, and until when. It must not grow stale. */
import { readFileSync } from "node:fs";
import { isObject, parseYaml } from "../json.js";
import type { CheckResult } from "../types.js";
import { UsageError } from "../usage-error.js";

export interface BaselineEntry {
  id: string;
  reason: string;
  link?: string;
  /** ISO date; from the day after it the entry counts no more. */
  expires?: string;
}

/** @throws UsageError */
export function readBaseline(file: string): BaselineEntry[] {
  let document: unknown;
  try {
    document = parseYaml(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(
      `cannot read the baseline ${file}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const list: unknown = isObject(document) ? document.checks : document;
  if (!Array.isArray(list))
    throw new UsageError(
      `${file} is not a baseline: it holds a list "checks" of {id, reason, link?, expires?}`,
    );
  return list.map((entry: unknown, index) => {
    if (
      !isObject(entry) ||
      typeof entry.id !== "string" ||
      typeof entry.reason !== "string" ||
      entry.reason === ""
    ) {
      throw new UsageError(`${file}: entry ${index + 1} needs an id and a reason`);
    }
    if (entry.expires !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(String(entry.expires))) {
      throw new UsageError(
        `${file}: entry ${index + 1} expires on "${String(entry.expires)}"; write a date such as 2026-12-31`,
      );
    }
    return {
      id: entry.id,
      reason: entry.reason,
      ...(typeof entry.link === "string" ? { link: entry.link } : {}),
      ...(entry.expires === undefined ? {} : { expires: String(entry.expires) }),
    };
  });
}

export interface BaselineOutcome {
  /** Checks that failed as expected. */
  expected: ReadonlySet<string>;
  /** Entries that are stale, unmatched or expired: each fails the run. */
  faults: string[];
}

/** @param today ISO date */
export function applyBaseline(
  entries: readonly BaselineEntry[],
  checks: readonly CheckResult[],
  today: string,
): BaselineOutcome {
  const expected = new Set<string>();
  const faults: string[] = [];
  for (const { id, expires } of entries) {
    const check = checks.find((one) => one.id === id);
    if (check === undefined) faults.push(`the baseline names ${id}, but no such check was selected`);
    else if (expires !== undefined && expires < today)
      faults.push(`the baseline's entry for ${id} expired on ${expires}`);
    else if (check.verdict === "pass")
      faults.push(`the baseline expects ${id} to fail, but it passes: remove the entry`);
    else if (check.verdict === "fail" || check.verdict === "inconclusive") expected.add(id);
  }
  return { expected, faults };
}
