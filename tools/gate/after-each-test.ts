/**
 * The actions of helpers after each test, such as ending processes. A thread loads a helper once for all of its files: a hook that the helper
 * registers when it is loaded runs in the first of them only.
 */
import { afterEach } from "vitest";

type Work = () => unknown;

/** Each test file loads its setup files again; this list lasts as long as the thread. */
const thread = globalThis as typeof globalThis & { workAfterEachTest?: Set<Work> };
thread.workAfterEachTest ??= new Set();
const works = thread.workAfterEachTest;

/** For a helper, when it is loaded. */
export function afterEachTest(work: Work): void {
  works.add(work);
}

/** For the setup file of a project, which runs for each test file. */
export function runAfterEachTest(): void {
  afterEach(async () => {
    for (const work of works) await work();
  });
}
