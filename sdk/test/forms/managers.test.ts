/** League managers of random forms: our player and referee register there, play, and report. */
import { expect, test } from "vitest";
import { seededRandom } from "../../src/index.js";
import { playWithManager } from "./play-with-manager.js";
import { describeForm, randomForm } from "./random-form.js";

/** How many forms are made; `FORMS=500 npx vitest run sdk/test/forms` makes more. */
const { FORMS } = process.env;
const count = Number(FORMS ?? 30);
const leastShare = 0.9;

test(`our agents play in leagues of ${count} random forms at their defaults`, async () => {
  const failures: string[] = [];
  for (let seed = 0; seed < count; seed++) {
    const form = randomForm(seededRandom(`form/${seed}`), seed);
    const why = await playWithManager(form);
    if (why !== undefined) failures.push(`${describeForm(form)}: ${why}`);
  }
  if (FORMS !== undefined) console.log(`${failures.length} of ${count} failed\n${failures.join("\n")}`);
  expect(1 - failures.length / count, failures.join("\n")).toBeGreaterThanOrEqual(leastShare);
}, 120_000);
