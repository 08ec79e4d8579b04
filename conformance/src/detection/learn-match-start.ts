/**
 * How a referee of another form starts a match, found by a league manager of the SDK behind its gateway, so that the suite and a
 * league use the same method: the manager gets the referee's registration, and has one match of two players started.
 */
import { createLeagueManager, createPlayer } from "@league-v2/sdk";
import { Gateway } from "@league-v2/sdk/codec";
import { type Draw, type Member, MemoryStore } from "@league-v2/sdk/store";
import type { WireProfile } from "@league-v2/sdk/wire";
import { protocol } from "../contract.js";
import { type RunContext, unjudged } from "../fixtures/context.js";
import type { RefereeInstance } from "../fixtures/start.js";
import type { PreparedMatch } from "../peers/prepared-match.js";
import { RefereeLeague } from "../peers/referee-league.js";
import { AgentNetwork, type HttpHandler, type RunningAgent } from "../sdk.js";
import { within } from "../time/pause.js";
import { longestDeadline, quickMatch } from "../time/protocol-deadlines.js";
import { answerTo } from "../wire/environment.js";

export interface LearnedStart {
  readonly profile: WireProfile;
  /** Whether players were invited. */
  readonly isPlayed: boolean;
}

/** @returns undefined where the manager does not find it either */
export async function learnMatchStart(
  context: RunContext,
  instance: RefereeInstance,
): Promise<LearnedStart | undefined> {
  if (instance.agent.registration === undefined) return undefined;
  const peerContext = unjudged(context, instance.peerContext);
  const round = 1_000 + peerContext.random.below(1_000_000);
  const counters = { round, player: 0 };
  const league = new RefereeLeague(peerContext, instance.manager, instance.agent, {
    counters,
    // Not judged: the referee may be asked in several forms.
    matches: [],
  });
  const match = await league.prepareMatch();
  try {
    return await startedByManager(context, instance, match);
  } finally {
    match.close();
    await league.close();
  }
}

async function startedByManager(
  { environment }: RunContext,
  { agent }: RefereeInstance,
  match: PreparedMatch,
): Promise<LearnedStart | undefined> {
  const { clock, random, transport } = environment;
  let handle: HttpHandler = async () => ({ status: 503, headers: {}, body: "" });
  const listener = await environment.listen((arrival) => answerTo(arrival, handle));
  // The two players are connected to the manager, and are no servers.
  const network = new AgentNetwork();
  const inside = new Set([listener.url, match.playerA.url, match.playerB.url]);
  const around = {
    clock,
    random,
    transport: {
      send: (request: Parameters<typeof transport.send>[0]) =>
        (inside.has(request.url) ? network : transport).send(request),
    },
  };
  const place = { ...around, endpoint: listener.url };
  const gateway = new Gateway("league_manager", place, { forms: "any" });
  const manager = createLeagueManager({
    leagueId: match.ids.leagueId,
    players: 2,
    referees: 1,
    store: oneMatchStore(match.ids),
    endpoints: { refuse: () => null },
  }).connect({ ...place, transport: gateway.transport });
  handle = gateway.handler(manager.handle);
  network.attach(listener.url, handle);
  const players: RunningAgent[] = [];
  let isPlayed = false;
  try {
    await handle(registrationOf(agent));
    for (const { url } of [match.playerA, match.playerB]) {
      const choose = () => {
        isPlayed = true;
        return "even" as const;
      };
      const displayName = `Player ${players.length + 1} of the suite`;
      const player = createPlayer({ displayName, choose }).connect({
        ...around,
        endpoint: url,
        league: listener.url,
      });
      network.attach(url, player.handle);
      players.push(player);
      await player.registered;
    }
    // A referee may call the players of its own configuration.
    const invited = match.until(({ invitations }) => invitations[0] && true, longestDeadline());
    await Promise.race([invited, manager.ended]);
    const { invitations } = await match.ended(quickMatch(), 0, quickMatch());
    await within(clock, quickMatch(), manager.ended, () => undefined);
    const { exceptions, form, speaks, start } = gateway.peer(agent.url);
    const found = exceptions.get("RUN_MATCH") ?? form ?? speaks;
    if (found === undefined || found === null) return undefined;
    const { profile } = found;
    const match_start = start === "announcement" ? start : profile.match_start;
    return { profile: { ...profile, match_start }, isPlayed: isPlayed || invitations.length > 0 };
  } finally {
    await Promise.all([...players, manager].map((one) => one.close()));
    gateway.close();
    await listener.close();
  }
}

/** The registration as it came, for the manager's own handler. */
function registrationOf({ registration }: RefereeInstance["agent"]) {
  const { verb = "POST", path = protocol.paths.mcp, body = "" } = registration?.received.raw ?? {};
  return { method: verb, path, contentType: "application/json", body };
}

interface MatchNames {
  readonly matchId: string;
  readonly roundId: number;
}

/** The store of a league of one match, with the suite's names: a referee that has run before may have an R1M1 already. */
function oneMatchStore(names: MatchNames): MemoryStore {
  const store = new MemoryStore();
  const begin = store.begin.bind(store);
  store.begin = <Refusal>(draw: (members: readonly Member[]) => Draw<Refusal>) =>
    begin((members) => named(draw(members), names));
  return store;
}

/** Two players meet once. */
function named<Refusal>(drawn: Draw<Refusal>, { matchId, roundId }: MatchNames): Draw<Refusal> {
  if ("refusal" in drawn) return drawn;
  const own = { round_id: roundId, match_id: matchId };
  return {
    rounds: drawn.rounds.map(({ matches }) => ({
      round_id: roundId,
      matches: matches.map((match) => ({ ...match, ...own })),
    })),
  };
}
