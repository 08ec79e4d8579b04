/** Agents of random forms that no profile describes: the form is derived, and a match is played in it. */
import { expect, test } from "vitest";
import { seededRandom } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { bundledDocument, type Examination, examine, resolveProfile } from "../../src/wire/index.js";
import { FormPlayer } from "./form-player.js";
import { playWithPlayers } from "./play-with-players.js";
import { describeForm, type RandomForm, randomForm } from "./random-form.js";

/** How many forms are made; `FORMS=500 npx vitest run sdk/test/forms` makes more, `FORM=7` makes one. */
const { FORMS, FORM } = process.env;
const seeds =
  FORM === undefined ? Array.from({ length: Number(FORMS ?? 30) }, (_, seed) => seed) : [Number(FORM)];
const leastShare = 0.95;

test(`players of ${seeds.length} random forms play a match once their form is derived`, async () => {
  const failures: string[] = [];
  for (const seed of seeds) {
    const form = randomForm(seededRandom(`form/${seed}`), seed);
    const { document, refused } = await learn(form);
    const profile = document && resolveProfile(document, bundledDocument);
    const [untold] = refused;
    if (FORM !== undefined) console.log(JSON.stringify(document));
    const outcome =
      untold === undefined
        ? (await playWithPlayers(form, profile)).why
        : `${untold.type} is last answered with ${untold.answer}`;
    if (outcome !== undefined) failures.push(`${describeForm(form)}: ${outcome}`);
  }
  if (FORMS !== undefined)
    console.log(`${failures.length} of ${seeds.length} failed\n${failures.join("\n")}`);
  expect(1 - failures.length / seeds.length, failures.join("\n")).toBeGreaterThanOrEqual(leastShare);
}, 120_000);

/** What is found out about a player by asking it, before any league has met it. */
async function learn(form: RandomForm): Promise<Examination> {
  const platform = new SimulatedPlatform();
  const player = new FormPlayer(form, "form-0", urlOf(8101));
  player.id = "P01";
  platform.network.attach(player.url, player.server.handler);
  const seen = [{ by: "peer" as const, request: player.registration() }];
  const { clock, network: transport } = platform;
  const random = seededRandom("examination");
  return examine({ url: player.url, transport, clock, random, seen, roles: ["player"], answerMs: 5_000 });
}

test(`players of ${seeds.length} random forms play a match at the defaults`, async () => {
  const failures: string[] = [];
  for (const seed of seeds) {
    const form = randomForm(seededRandom(`form/${seed}`), seed);
    const { why } = await playWithPlayers(form);
    if (why !== undefined) failures.push(`${describeForm(form)}: ${why}`);
  }
  if (FORMS !== undefined)
    console.log(`${failures.length} of ${seeds.length} failed\n${failures.join("\n")}`);
  expect(1 - failures.length / seeds.length, failures.join("\n")).toBeGreaterThanOrEqual(leastShare);
}, 120_000);
