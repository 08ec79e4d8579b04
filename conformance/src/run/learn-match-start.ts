/**
 * How a referee of another form starts a match, learned by the SDK's league manager, so that the suite and a league use the
 * same method: the manager is given the referee's registration, and has one match of two players of the suite started.
 */
import { protocol } from "../contract.js";
import type { RunContext } from "../fixtures/context.js";
import type { RefereeInstance } from "../fixtures/start.js";
import type { PreparedMatch } from "../peers/prepared-match.js";
import { RefereeLeague } from "../peers/referee-league.js";
import { AgentNetwork, createLeagueManager, createPlayer, type RunningAgent } from "../sdk.js";
import { within } from "../time/pause.js";
import { longestDeadline, quickMatch } from "../time/protocol-deadlines.js";
import { AwaitedTransport } from "./awaited-transport.js";
import { OneMatchStore } from "./one-match-store.js";
import { unrecorded } from "./probe.js";

export interface LearnedStart {
  /** A name of a form, or a whole profile as JSON. */
  readonly wire: string;
  /** Whether players of the suite were invited. */
  readonly isPlayed: boolean;
}

/** Only inside of this process: the two players are connected to the manager, which is no server. */
const LEAGUE = `http://league.invalid${protocol.paths.mcp}`;

/** @returns undefined where the manager does not find it either */
export async function learnMatchStart(
  context: RunContext,
  instance: RefereeInstance,
): Promise<LearnedStart | undefined> {
  if (instance.agent.registration === undefined) return undefined;
  const peerContext = unrecorded(context, instance.peerContext);
  const round = 1_000 + peerContext.random.below(1_000_000);
  const counters = { round, player: 0 };
  const league = new RefereeLeague(peerContext, instance.manager, instance.agent, {
    counters,
    matches: context.played.matches,
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
  const network = new AgentNetwork();
  const inside = new Set([LEAGUE, match.playerA.url, match.playerB.url]);
  const toReferee = new AwaitedTransport(transport, clock);
  const around = {
    ...{ clock, random },
    transport: {
      send: (request: Parameters<typeof transport.send>[0]) =>
        (inside.has(request.url) ? network : toReferee).send(request),
    },
  };
  const store = new OneMatchStore(match.ids);
  const manager = createLeagueManager({
    ...{ leagueId: match.ids.leagueId, players: 2, referees: 1, store },
    endpoints: { refuse: () => null },
  }).connect({ ...around, endpoint: LEAGUE });
  network.attach(LEAGUE, manager.handle);
  const players: RunningAgent[] = [];
  try {
    await manager.handle(registrationOf(agent));
    const [referee] = await store.members("referee");
    if (referee === undefined) return undefined;
    for (const { url } of [match.playerA, match.playerB]) {
      const displayName = `Player ${players.length + 1} of the suite`;
      const agent = createPlayer({ displayName, choose: () => "even" });
      const player = agent.connect({ ...around, endpoint: url, league: LEAGUE });
      network.attach(url, player.handle);
      players.push(player);
      await player.registered;
    }
    const invited = match.until(({ invitations }) => invitations[0] && true, longestDeadline());
    const isStarted = await Promise.race([store.learned.then(() => true), invited]);
    if (isStarted === undefined) return undefined;
    const { invitations } = await match.ended(quickMatch(), 0, quickMatch());
    // An order that is answered after the match shows its form then, whatever an earlier answer has shown.
    await within(clock, quickMatch(), toReferee.allAnswered(), () => undefined);
    const { learned_wire, wire } = (await store.member(referee.id)) ?? referee;
    return { wire: learned_wire ?? wire, isPlayed: invitations.length > 0 };
  } finally {
    await Promise.all([...players, manager].map((one) => one.close()));
  }
}

/** The registration as it came, for the manager's own handler. */
function registrationOf({ registration }: RefereeInstance["agent"]) {
  const { verb = "POST", path = protocol.paths.mcp, body = "" } = registration?.received.raw ?? {};
  return { method: verb, path, contentType: "application/json", body };
}
