/** Agents of random forms that no profile describes play a match with ours, and get no message with an effect twice. */
import { describe, expect, test } from "vitest";
import { seededRandom } from "../../src/index.js";
import { type Outcome, playWithManager, playWithPlayers, playWithReferee } from "./plays.js";
import {
  callingForm,
  canonicalForm,
  familiar,
  heldOut,
  type RandomForm,
  randomForm,
  type Words,
} from "./random-form.js";

/**
 * `FORMS=500 npx vitest run sdk/test/forms` tries more forms and lists those that fail; `FORM=7` tries one, and
 * `PLAY=referee` runs the plays with this word only. `FROM=500` begins with another seed: quote a share only from
 * seeds whose failures were not analysed.
 */
const { FORMS, FORM, FROM, PLAY = "" } = process.env;

const seeds =
  FORM === undefined
    ? Array.from({ length: Number(FORMS ?? 20) }, (_, index) => Number(FROM ?? 0) + index)
    : [Number(FORM)];

/** One test runs all its forms, so that its time limit grows with their number, also on a busy machine. */
const limit = { timeout: 150_000 + seeds.length * 2_000 };

/** A violated invariant in one form fails the test; a match that is not played lowers the share. */
async function tryForms(leastShare: number, play: (form: RandomForm) => Promise<Outcome>, words: Words) {
  const failures: string[] = [];
  const allBroken: string[] = [];
  for (const seed of seeds) {
    const form = randomForm(seededRandom(`form/${seed}`), seed, words);
    const { why, broken } = await play(form);
    allBroken.push(...broken.map((one) => `${JSON.stringify(form)}: ${one}`));
    if (why !== undefined) failures.push(`${JSON.stringify(form)}: ${why}`);
  }
  if (FORMS !== undefined)
    console.log(`${failures.length} of ${seeds.length} failed\n${failures.join("\n")}`);
  expect(allBroken).toEqual([]);
  expect(1 - failures.length / seeds.length, failures.join("\n")).toBeGreaterThanOrEqual(leastShare);
}

const plays = [
  ["players of such a form in our league", (form: RandomForm) => playWithPlayers(form)],
  ["players that register canonically", (form: RandomForm) => playWithPlayers(form, true)],
  ["a referee of such a form in our league", (form: RandomForm) => playWithReferee(form)],
  [
    "our players under a referee of such a form",
    (form: RandomForm) => playWithReferee(canonicalForm, callingForm(form)),
  ],
  ["our agents in a league of such a form", playWithManager],
] as const;

describe.each(plays.filter(([what]) => what.includes(PLAY)))(`%s (${seeds.length} forms)`, (_what, play) => {
  test("usual words", limit, () => tryForms(0.95, play, familiar));
  test("words held out", limit, () => tryForms(0.85, play, heldOut));
});
