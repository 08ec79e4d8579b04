/**
 * The actions of helpers after each test, such as ending processes. A thread loads a helper once for all of its files: a hook that the helper
 * registers when it is loaded runs in the first of them only.
 */
type Work = () => unknown;

const works = new Set<Work>();

/** For a helper, when it is loaded. */
export function afterEachTest(work: Work): void {
  works.add(work);
}

/** For the setup of each test file. */
export async function runAfterEachTest(): Promise<void> {
  for (const work of works) await work();
}
