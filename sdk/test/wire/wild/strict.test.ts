/** Each service and each league of services is refused in strict mode: no document describes its registration. */
import { expect, it } from "vitest";
import { createPlayer, createReferee } from "../../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import { actionPlayer, callbackPlayer, dataPlayer, wordsPlayer } from "./other-service-players.js";
import { classReferee, resourceReferee } from "./other-service-referees.js";
import { handlerOf } from "./service.js";
import { pathsLeague, resourcesLeague } from "./service-leagues.js";
import { services } from "./services.js";
import { strictRefusals } from "./strict-refusals.js";

const agents = [
  ...services.flatMap(({ player, referee }) => [player, referee]),
  ...[dataPlayer, wordsPlayer, actionPlayer, callbackPlayer(), resourceReferee, classReferee],
];

it.each(
  agents.map((one) => [one.name, "answer" in one && "invite" in one ? "referee" : "player", one] as const),
)("a strict league manager refuses the registration of %s as %s", async (_name, _role, agent) => {
  expect(await strictRefusals(agent)).toBe("refused");
});

it.each([pathsLeague, resourcesLeague].map((one) => [one.name, one] as const))(
  "strict agents do not register in the league %s",
  async (_name, habits) => {
    const platform = new SimulatedPlatform();
    const entered: string[] = [];
    const enter = (_role: string, name: string) => entered.push(name);
    const answer = handlerOf((call) => habits.answer(call, enter, () => {}));
    platform.network.attach(new URL(urlOf(8000)).origin, answer);
    const player = createPlayer({ displayName: "ours", choose: () => "even", strict: true });
    const running = [
      platform.connect(player, 8101, urlOf(8000)),
      platform.connect(createReferee({ displayName: "Solomon", strict: true }), 8001, urlOf(8000)),
    ];
    for (const one of running) await expect(platform.clock.run(one.registered)).rejects.toThrow("HTTP 404");
    expect(entered).toEqual([]);
    await Promise.all(running.map((one) => one.close()));
  },
);
