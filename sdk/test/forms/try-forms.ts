/** Runs a function in many random forms, the same ones in each run. */
import { expect } from "vitest";
import { seededRandom } from "../../src/index.js";
import { heldOutWords } from "./held-out-words.js";
import type { Outcome } from "./outcome.js";
import { type RandomForm, randomForm } from "./random-form.js";
import { familiar, type Words } from "./vocabulary.js";

/**
 * `FORMS=500 npx vitest run sdk/test/forms` tries more forms and lists those that fail; `FORM=7` tries one, and
 * `WORDS=held-out` uses the words and the conventions of other authors. `FROM=500` begins
 * with another seed: quote a share only from seeds whose failures were not analysed.
 */
const { FORMS, FORM, FROM, WORDS } = process.env;

const lists: Readonly<Record<string, Words>> = {
  "held-out": heldOutWords,
};
const words = lists[WORDS ?? ""] ?? familiar;

const seeds =
  FORM === undefined
    ? Array.from({ length: Number(FORMS ?? 20) }, (_, index) => Number(FROM ?? 0) + index)
    : [Number(FORM)];

/** The number of forms. */
export const count = seeds.length;

/** One test runs all its forms, so that its time limit grows with their number, also on a busy machine. */
export const formsLimit = { timeout: 150_000 + count * 2_000 };

/** A violated invariant in one form fails the test; a match that is not played lowers the share. */
export async function tryForms(
  leastShare: number,
  play: (form: RandomForm) => Promise<Outcome>,
  own = words,
): Promise<void> {
  const failures: string[] = [];
  const allBroken: string[] = [];
  for (const seed of seeds) {
    const form = randomForm(seededRandom(`form/${seed}`), seed, own);
    const { why, broken } = await play(form);
    allBroken.push(...broken.map((one) => `${JSON.stringify(form)}: ${one}`));
    if (why !== undefined) failures.push(`${JSON.stringify(form)}: ${why}`);
  }
  if (FORMS !== undefined) console.log(`${failures.length} of ${count} failed\n${failures.join("\n")}`);
  expect(allBroken).toEqual([]);
  expect(1 - failures.length / count, failures.join("\n")).toBeGreaterThanOrEqual(leastShare);
}
