/** A league manager that is closed before the answer to an order: such an order shows no form, as it may be refused later. */
import { expect, it } from "vitest";
import { createLeagueManager, createPlayer, MemoryStore } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { flatOrderReferees } from "../wire/wild/flat-order-referees.js";
import { WildReferee } from "../wire/wild/wild-referee.js";

const league = urlOf(8000);
const shortMs = 10;

/** The form of a referee that answers its order after the report, once the manager was closed during the match. */
async function formWhen(isClosed: boolean) {
  const platform = new SimulatedPlatform();
  const store = new MemoryStore();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1, store }), 8000);
  const habits = flatOrderReferees.find(({ name }) => name === "answers-after-report");
  if (habits === undefined) throw new Error("there is no such referee");
  const self = { name: "judge", url: urlOf(8001), id: "REF01", directory: new Map<string, string>() };
  const referee = new WildReferee(habits, self, platform.network, league);
  platform.network.attach(self.url, referee.handle);
  await referee.register();
  let onAsked: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve;
  });
  let decide: (choice: "even") => void = () => {};
  const choice = new Promise<"even">((resolve) => {
    decide = resolve;
  });
  const players = [8101, 8102].map((port) => {
    const choose = () => {
      onAsked();
      return choice;
    };
    return platform.connect(createPlayer({ displayName: `p${port}`, choose }), port, league);
  });
  await platform.clock.run(asked);
  if (isClosed) await platform.clock.run(manager.close());
  decide("even");
  if (!isClosed) await platform.clock.run(manager.ended);
  await platform.clock.advance(shortMs);
  const [member] = await store.members("referee");
  await Promise.all([manager, ...players].map((agent) => agent.close()));
  return { form: member?.learned_wire, started: referee.started };
}

it("an order that is given up when its manager is closed shows no form", async () => {
  expect(await formWhen(true)).toEqual({ form: "loose", started: ["R1M1"] });
});

it("the same order shows its form when the match is over", async () => {
  expect(await formWhen(false)).toEqual({ form: "direct-match", started: ["R1M1"] });
});
