/** Tries something in many random forms, the same ones in every run. */
import { expect } from "vitest";
import { seededRandom } from "../../src/index.js";
import { furtherWords } from "./further-words.js";
import { heldOutWords } from "./held-out-words.js";
import { otherWords } from "./other-words.js";
import type { Outcome } from "./outcome.js";
import { describeForm, type RandomForm, randomForm } from "./random-form.js";
import { familiar, type Words } from "./vocabulary.js";

/**
 * `FORMS=500 npx vitest run sdk/test/forms` tries more forms and lists those that fail; `FORM=7` tries one, and
 * `WORDS=other`, `WORDS=further` or `WORDS=held-out` takes the words and the habits of other authors. `FROM=500` begins
 * with another seed: a share is quoted from seeds whose failures were not looked at.
 */
const { FORMS, FORM, FROM, WORDS } = process.env;

const lists: Readonly<Record<string, Words>> = {
  other: otherWords,
  further: furtherWords,
  "held-out": heldOutWords,
};
const words = lists[WORDS ?? ""] ?? familiar;

const seeds =
  FORM === undefined
    ? Array.from({ length: Number(FORMS ?? 20) }, (_, index) => Number(FROM ?? 0) + index)
    : [Number(FORM)];

/** How many forms are tried. */
export const count = seeds.length;

/** All forms of a test run in one, so that its time limit grows with them, on a machine with other work, too. */
export const formsLimit = { timeout: 150_000 + count * 2_000 };

/** What is broken in one form fails the test; a match that is not played counts for its share. */
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
    allBroken.push(...broken.map((one) => `${describeForm(form)}: ${one}`));
    if (why !== undefined) failures.push(`${describeForm(form)}: ${why}`);
  }
  if (FORMS !== undefined) console.log(`${failures.length} of ${count} failed\n${failures.join("\n")}`);
  expect(allBroken).toEqual([]);
  expect(1 - failures.length / count, failures.join("\n")).toBeGreaterThanOrEqual(leastShare);
}
