/** The agents under test: each on a separate simulated platform, with peers that behave correctly. */
import { runMatchExamples } from "@league-v2/contract/canonical/examples";
import {
  type Agent,
  createAgent,
  createLeagueManager,
  createPlayer,
  createReferee,
  type HttpHandler,
  type HttpRequest,
  type LogEntry,
  partialHandlers,
  type Role,
  type RunningAgent,
} from "@league-v2/sdk";
import { SimulatedPlatform, urlOf } from "@league-v2/sdk/testing";
import { withForms } from "@league-v2/sdk/wire";
import type { Pools } from "./messages.ts";

export interface Subject {
  readonly agent: RunningAgent;
  readonly platform: SimulatedPlatform;
  readonly pools: Pools;
  /** Secrets that no answer may show. */
  readonly secrets: readonly string[];
  /** The errors in the agent's log. */
  readonly errors: LogEntry[];
  close(): Promise<void>;
}

const [managerPort, ownPort, firstPeer, secondPeer, refereePeer] = [8000, 8001, 8101, 8102, 8099];
const league_id = "league_under_fire";
const tokens = { own: "5ec2e7-own-token-0123456789abcdef", referee: "5ec2e7-referee-token-456789abcdef" };

/** Options for every role; the rest depends on the role. */
const common: Pools = {
  sender: ["league_manager", "referee:REF01", "referee:REF02", "player:P01", "player:P02", "operator", "x"],
  auth_token: [tokens.own, tokens.referee, "wrong", "", null],
  league_id: [league_id, "another"],
  match_id: ["R1M1", "R1M2", "R2M1", "R2M2", "R9M9"],
  round_id: [1, 2, 9],
  player_id: ["P01", "P02", "P99"],
  player_A_id: ["P01", "P02"],
  player_B_id: ["P02", "P01"],
};

const endpoints = [
  urlOf(firstPeer),
  urlOf(secondPeer),
  urlOf(9),
  "http://169.254.169.254/mcp",
  "http://[::1]:1",
];

const startsAtOnce = { players: 2, referees: 1 };
const waitsForMembers = { players: 6, referees: 2 };

interface Made {
  readonly agent: Agent;
  readonly pools: Pools;
  /** Whether it registers with a league manager. */
  readonly league: boolean;
}

const makers: Readonly<Record<Role, (seed: number) => Made>> = {
  player: () => ({
    agent: createPlayer({
      displayName: "Target",
      choose: ({ random }) => (random.below(2) === 0 ? "even" : "odd"),
    }),
    pools: common,
    league: true,
  }),
  referee: () => ({
    agent: createReferee({ displayName: "Target", maxConcurrentMatches: 4 }),
    pools: {
      ...common,
      match_id: Array.from(
        { length: 400 },
        (_, index) => `R${1 + (index % 20)}M${1 + Math.floor(index / 20)}`,
      ),
      player_A_endpoint: endpoints,
      player_B_endpoint: endpoints,
      endpoint: endpoints,
    },
    league: true,
  }),
  // Some leagues begin at once, so that their match can be reported; others still accept registrations.
  league_manager: (seed) => ({
    agent: createLeagueManager({ leagueId: league_id, ...(seed % 2 === 0 ? startsAtOnce : waitsForMembers) }),
    pools: {
      ...common,
      contact_endpoint: [...endpoints, "ftp://127.0.0.1/", "http://evil.example:80/mcp"],
      endpoint: endpoints,
      display_name: Array.from({ length: 30 }, (_, index) => `Name ${index}`),
      conversation_id: Array.from({ length: 30 }, (_, index) => `conv-${index}`),
    },
    league: false,
  }),
};

/**
 * A new agent of the role, registered if it is in a league.
 * @param peer the agents that it calls: the league manager of a player, the players of a referee, and all of a league manager;
 * by default, they behave correctly
 */
export async function subjectOf(role: Role, seed: number, peer?: HttpHandler): Promise<Subject> {
  const errors: LogEntry[] = [];
  const own = urlOf(ownPort);
  const platform = new SimulatedPlatform({
    seed,
    log: (endpoint, entry) => {
      if (endpoint === own && entry.level === "error") errors.push(entry);
    },
    // A player that answers its own answers never ends.
    fault: ({ url }) => {
      if (role !== "player" || !url.startsWith(new URL(own).origin)) return undefined;
      errors.push({ level: "error", message: "it sends a request to itself" });
      return { refuse: true };
    },
  });
  const { agent, pools, league } = makers[role](seed);
  const peers: RunningAgent[] = [];
  const connect = (port: number, friendly: Agent, isCalled: boolean) => {
    if (peer !== undefined && isCalled) platform.network.attach(urlOf(port), peer);
    else peers.push(platform.connect(friendly, port));
  };
  if (league) connect(managerPort, friendlyManager(), role === "player");
  for (const port of [firstPeer, secondPeer]) connect(port, friendlyPlayer(port), role !== "player");
  connect(refereePeer, silentReferee(), role === "league_manager");
  // As `league` starts it: the gateway reads what the agent itself refuses.
  const running = platform.connect(
    withForms(agent, { forms: "any" }),
    ownPort,
    league ? urlOf(managerPort) : undefined,
  );
  const members = league ? [] : await enrolled(running);
  if (league && !(peer !== undefined && role === "player")) await platform.clock.run(running.registered);
  return {
    agent: running,
    platform,
    pools: league ? pools : { ...pools, ...senders(members) },
    secrets: league ? Object.values(tokens) : members.map(({ token }) => token),
    errors,
    close: async () => {
      await running.close();
      await Promise.all(peers.map((peer) => peer.close()));
    },
  };
}

interface Enrolled {
  readonly sender: string;
  readonly token: string;
}

/** Registers two players and a referee, whose tokens the fuzzer uses. */
async function enrolled(manager: RunningAgent): Promise<Enrolled[]> {
  const members: Enrolled[] = [];
  for (const [role, port] of [
    ["referee", refereePeer],
    ["player", firstPeer],
    ["player", secondPeer],
  ] as const) {
    const application = {
      display_name: `Friendly ${port}`,
      version: "1.0.0",
      endpoint: urlOf(port),
      agent_type: role,
      supported_game_types: ["even_odd"],
    };
    const { body } = await manager.handle({
      method: "POST",
      path: "/register",
      contentType: "application/json",
      body: JSON.stringify(application),
    });
    const { agent_id, auth_token } = JSON.parse(body) as { agent_id: string; auth_token: string };
    members.push({ sender: `${role}:${agent_id}`, token: auth_token });
  }
  return members;
}

/** Mostly senders with valid tokens, so that handlers that require a token are reached. */
function senders(members: readonly Enrolled[]): Pools {
  const [referee, player] = members;
  return {
    sender: [referee?.sender, referee?.sender, player?.sender, ...(common.sender ?? [])],
    auth_token: [referee?.token, referee?.token, player?.token, player?.token, "wrong", null],
    match_id: ["R1M1", "R1M1", "R1M1", "R2M1", "R9M9"],
    round_id: [1, 1, 1, 2],
  };
}

/** Accepts every match, and never reports a result. */
function silentReferee(): Agent {
  return createAgent("referee", "referee:REF01", ({ senderIdentity }) => {
    senderIdentity.become("referee:REF01", tokens.referee);
    return partialHandlers("referee", {
      notify_round: (round, { reply }) => reply(round, { referee_id: "REF01" }),
      run_match: (order, { reply }) => reply(order, { status: "acknowledged" }),
    });
  });
}

/** Accepts every registration and every result. */
function friendlyManager(): Agent {
  return createAgent("league_manager", "league_manager", () =>
    partialHandlers("league_manager", {
      register_player: (request, { reply }) =>
        reply(request, {
          status: "ACCEPTED",
          player_id: "P01",
          auth_token: tokens.own,
          league_id,
          reason: null,
        }),
      register_referee: (request, { reply }) =>
        reply(request, {
          status: "ACCEPTED",
          referee_id: "REF01",
          auth_token: tokens.own,
          league_id,
          reason: null,
        }),
      report_match_result: (report, { reply }) => reply(report, {}),
    }),
  );
}

function friendlyPlayer(port: number): Agent {
  const player_id = port === firstPeer ? "P01" : "P02";
  return createAgent("player", `player:${player_id}`, ({ senderIdentity }) => {
    senderIdentity.become(`player:${player_id}`, tokens.referee);
    return partialHandlers("player", {
      notify_round: (round, { reply }) => reply(round, { player_id }),
      handle_game_invitation: (invitation, { reply, now }) =>
        reply(invitation, { player_id, arrival_timestamp: now(), accept: true }),
      choose_parity: (call, { reply }) => reply(call, { player_id, parity_choice: "even" }),
      notify_match_result: (result, { reply }) => reply(result, { player_id, status: "ACKNOWLEDGED" }),
    });
  });
}

/** The order to play a match with the two players. */
export const runMatch: HttpRequest = {
  method: "POST",
  path: "/mcp",
  contentType: "application/json",
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "run_match",
    params: {
      ...runMatchExamples[0],
      auth_token: tokens.own,
      league_id,
      player_A_endpoint: urlOf(firstPeer),
      player_B_endpoint: urlOf(secondPeer),
    },
  }),
};

/**
 * The number of requests sent to one agent. A player and a referee serve without end. The league of a league manager ends
 * after some requests, and then fewer handlers can be reached.
 */
export const requestsPerAgent: Readonly<Record<Role, number>> = {
  player: 1_000_000,
  referee: 1_000_000,
  league_manager: 1_000,
};
