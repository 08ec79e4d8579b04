/** Referees of random forms in a league of ours: the match start is found, and the report is understood. */
import { expect, test } from "vitest";
import { seededRandom } from "../../src/index.js";
import { callingForm } from "./calling-form.js";
import { canonicalForm } from "./canonical-form.js";
import { playWithReferee } from "./play-with-referee.js";
import { describeForm, randomForm } from "./random-form.js";

/** How many forms are made; `FORMS=500 npx vitest run sdk/test/forms` makes more. */
const { FORMS } = process.env;
const count = Number(FORMS ?? 30);
const leastShare = 0.9;

test(`referees of ${count} random forms run a match at the defaults`, async () => {
  const failures: string[] = [];
  for (let seed = 0; seed < count; seed++) {
    const form = randomForm(seededRandom(`form/${seed}`), seed);
    const why = await playWithReferee(form);
    if (why !== undefined) failures.push(`${describeForm(form)}: ${why}`);
  }
  if (FORMS !== undefined) console.log(`${failures.length} of ${count} failed\n${failures.join("\n")}`);
  expect(1 - failures.length / count, failures.join("\n")).toBeGreaterThanOrEqual(leastShare);
}, 120_000);

test(`referees call our players in ${count} random forms of their own`, async () => {
  const failures: string[] = [];
  for (let seed = 0; seed < count; seed++) {
    const form = callingForm(randomForm(seededRandom(`form/${seed}`), seed));
    const why = await playWithReferee(canonicalForm, form);
    if (why !== undefined) failures.push(`${describeForm(form)}: ${why}`);
  }
  if (FORMS !== undefined) console.log(`${failures.length} of ${count} failed\n${failures.join("\n")}`);
  expect(1 - failures.length / count, failures.join("\n")).toBeGreaterThanOrEqual(leastShare);
}, 120_000);
