/** Services in random forms play in our league at its defaults; `FORMS=500` tries more, `FORM=7` tries one. */
import { expect, it } from "vitest";
import { seededRandom } from "../../../src/index.js";
import { randomPlayer, randomReferee } from "./random-service.js";
import { randomService, type ServiceForm } from "./random-service-form.js";
import { type Played, playServices } from "./service-league.js";
import type { Body } from "./wild-player.js";

const { FORMS, FORM } = process.env;
const seeds =
  FORM === undefined ? Array.from({ length: Number(FORMS ?? 20) }, (_, seed) => seed) : [Number(FORM)];
const limit = { timeout: 150_000 + seeds.length * 2_000 };

/** Measured with 500 seeds: 1.0 for both with words that the rules list; a lower share is a regression. */
const leastShare = 0.95;

/** @returns why a league was not completed; undefined if it was */
function fault({ noted, failures, results }: Played, players: number): string | undefined {
  if (failures.length > 0) return failures[0];
  if (new Set(noted).size !== noted.length) return `delivered twice: ${noted.join(", ")}`;
  const losses = results.filter(({ status }) => status === "TECHNICAL_LOSS").length;
  if (losses > 0) return `${losses} technical losses`;
  const understood = noted.filter((one) => one.startsWith("result")).length;
  return understood < players * 2 ? `${understood} results were understood` : undefined;
}

async function tryServices(play: (form: ServiceForm) => Promise<string | undefined>): Promise<void> {
  const failures: string[] = [];
  for (const seed of seeds) {
    const form = randomService(seededRandom(`service/${seed}`));
    const why = await play(form).catch((error: unknown) => String(error));
    if (why !== undefined) failures.push(`seed ${seed}: ${why} in ${JSON.stringify(form)}`);
  }
  if (FORMS !== undefined)
    console.log(`${failures.length} of ${seeds.length} failed\n${failures.join("\n")}`);
  expect(1 - failures.length / seeds.length, failures.join("\n")).toBeGreaterThanOrEqual(leastShare);
}

it(`players of ${seeds.length} random services play`, limit, () =>
  tryServices(async (form) => {
    const player = randomPlayer(form);
    return fault(await playServices([player, player]), 2);
  }),
);

it(`referees of ${seeds.length} random services play`, limit, () =>
  tryServices(async (form) => fault(await playServices([], randomReferee(form)), 0)),
);

const typeOf = ({ message_type, messageType }: Body) => String(message_type ?? messageType);

it("a service that refuses everything gets each message at 20 paths at most", limit, async () => {
  const answer = () => ({ status: 404, body: { error: "not found" } });
  const players = ["", "/api"].map((prefix) => ({
    ...randomPlayer({ ...randomService(seededRandom("service/0")), places: "paths", prefix }),
    answer,
  }));
  const { served } = await playServices(players);
  for (const calls of served.values()) {
    const posts = calls.filter(({ verb }) => verb === "POST");
    const of = (type: string) => posts.filter(({ body }) => typeOf(body) === type);
    const counts = posts.map(({ body }) => new Set(of(typeOf(body)).map(({ path }) => path)).size);
    expect(Math.max(...counts)).toBe(20);
    // A notice that it refuses is sent once.
    expect(of("LEAGUE_STANDINGS_UPDATE")).toHaveLength(1);
    expect(calls.filter(({ verb }) => verb === "GET").length).toBeLessThanOrEqual(4);
  }
});
