/** A league under our manager at its defaults, with services as players or as its referee. */
import {
  createLeagueManager,
  createPlayer,
  createReferee,
  type LeagueEvent,
  type MatchRecord,
} from "../../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import {
  handlerOf,
  playAs,
  postOver,
  type Self,
  type Served,
  type ServicePlayer,
  type ServiceReferee,
} from "./service.js";

const league = urlOf(8000);
const originOf = (port: number) => new URL(urlOf(port)).origin;

type Result = Pick<MatchRecord["outcome"], "status" | "score">;

/** The choices of the players: our own first. */
const choices = ["even", "odd", "even"] as const;

export interface Played {
  /** `choice R1M1 service-0`: one entry for each delivery of a message with an effect. */
  readonly noted: readonly string[];
  readonly failures: readonly string[];
  /** The results recorded by the manager. */
  readonly results: readonly Result[];
  readonly records: readonly MatchRecord[];
  readonly points: Readonly<Record<string, number>>;
  /** Ids by the names of the agents. */
  readonly ids: ReadonlyMap<string, unknown>;
  /** The answers of each service, by its name. */
  readonly served: ReadonlyMap<string, readonly Served[]>;
}

/** Three players, the last of them the given `services`; the SDK's referee, or a service. */
export async function playServices(
  services: readonly ServicePlayer[],
  service?: ServiceReferee,
  strict = false,
): Promise<Played> {
  const platform = new SimulatedPlatform();
  const [noted, failures, results, records] = [[], [], [], []] as [
    string[],
    string[],
    Result[],
    MatchRecord[],
  ];
  const ids = new Map<string, unknown>();
  const served = new Map<string, Served[]>();
  const serve = (name: string, answer: Parameters<typeof handlerOf>[0]) => {
    const own: Served[] = [];
    served.set(name, own);
    return handlerOf(answer, (one) => void own.push(one));
  };
  const post = postOver(platform.network);
  const note = (name: string) => (what: string, match: unknown) =>
    void noted.push(`${what} ${match} ${name}`);
  const onEvent = (event: LeagueEvent) => {
    if (event.type === "result_recorded") results.push(event.result);
  };
  const manager = platform.connect(createLeagueManager({ players: 3, referees: 1, onEvent, strict }), 8000);
  const running: { close(): Promise<void> }[] = [manager];
  try {
    if (service === undefined) {
      const onMatch = (record: MatchRecord) => void records.push(record);
      const own = platform.connect(createReferee({ displayName: "Solomon", onMatch, strict }), 8001, league);
      running.push(own);
      await platform.clock.run(own.registered);
    } else {
      const self: Self = { name: "judge", base: originOf(8001), id: "", choice: "even" };
      const answer = serve(self.name, (call) =>
        service.answer(call, self, note("judge"), (game) => {
          const ended = playAs(service, game, self, league, post);
          ended.catch((error: unknown) => void failures.push(String(error)));
          return ended;
        }),
      );
      platform.network.attach(self.base, answer);
      self.id = await platform.clock.run(service.register(self, league, post));
    }
    const ours = choices.slice(0, choices.length - services.length);
    for (const [index, choice] of ours.entries()) {
      const displayName = `ours-${index}`;
      const player = platform.connect(
        createPlayer({ displayName, choose: () => choice }),
        8101 + index,
        league,
      );
      running.push(player);
      ids.set(displayName, (await platform.clock.run(player.registered)).id);
    }
    for (const [index, one] of services.entries()) {
      const port = 8101 + ours.length + index;
      const choice = choices[ours.length + index] ?? "even";
      const self: Self = { name: `service-${index}`, base: originOf(port), id: "", choice };
      const answer = serve(self.name, (call) => one.answer(call, self, note(self.name)));
      platform.network.attach(self.base, answer);
      self.id = await platform.clock.run(one.register(self, league, post));
      ids.set(self.name, self.id);
    }
    const end = await platform.clock.run(manager.ended);
    const points = Object.fromEntries(end.standings.map((row) => [row.player_id, row.points]));
    return { noted, failures, results, records, points, ids, served };
  } finally {
    await platform.clock.run(Promise.all(running.map((agent) => agent.close())));
  }
}
