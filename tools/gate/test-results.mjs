// Reads vitest's JSON report: the numbers of passed and failed tests, the failed tests, and the slowest files.
import { readFileSync } from "node:fs";
import { relative } from "node:path";

const SHOWN = 10;
const REASON_LINES = 12;
const LINE_LENGTH = 300;

/** @returns no results if the tests left no report: the step itself has failed then */
export function readResults(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { testResults: [], numPassedTests: 0, numFailedTests: 0 };
  }
}

/** The slowest files, by the wall time from their first test to the end of their last. */
export function slowestFiles(found, root) {
  return found
    .flatMap(({ testResults }) => testResults)
    .map(({ name, startTime, endTime, assertionResults }) => ({
      file: relative(root, name),
      tests: assertionResults.length,
      seconds: (endTime - startTime) / 1000,
    }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SHOWN)
    .map(({ file, tests, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file} (${tests} tests)`)
    .join("\n");
}

/** Every test that failed, with its reason; and the files that could not be run. */
export function failuresIn(found, root) {
  return found
    .flatMap(({ testResults }) => testResults)
    .flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === "failed");
      const file = relative(root, name);
      if (failed.length === 0) return status === "failed" ? [`${file}\n${indented(message)}`] : [];
      return failed.map((test) => describeFailure(file, test));
    });
}

/** Every test that failed first and passed when it was repeated, with the reason of its failure. */
export function repeatedIn(found, root) {
  return found.flatMap(({ testResults }) =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
        .map((test) => describeFailure(relative(root, name), test)),
    ),
  );
}

const describeFailure = (file, { fullName, failureMessages }) =>
  `${file}: ${fullName}\n${indented(failureMessages.join("\n"))}`;

const indented = (text) =>
  text
    .split("\n")
    .slice(0, REASON_LINES)
    .map((line) => `  ${line.slice(0, LINE_LENGTH)}`)
    .join("\n");
