/** A whole league in this process on simulated time, without sockets and waiting; the same seed gives the same league. */
import { protocol } from "@league-v2/contract";
import { type Agent, createLeagueManager, type HttpHandler, type RunningAgent, sleep } from "@league-v2/sdk";
import { SimulatedPlatform, urlOf } from "@league-v2/sdk/testing";
import { follow } from "../league/follow.js";
import { type LeagueReport, reportOn } from "../league/league-projection.js";
import { aborted, createAgents, type LeaguePlan, type PlaySetting, prepared } from "./agents.js";

/** @param platform a new one; callers pass it to use its clock in the log */
export async function playInMemory(
  plan: LeaguePlan,
  setting: PlaySetting = {},
  platform: SimulatedPlatform = new SimulatedPlatform(plan.seed === null ? {} : { seed: plan.seed }),
): Promise<LeagueReport> {
  const { leagueManager, referee, player } = protocol.ports;
  const { players, referees } = createAgents(plan, setting.hooks);
  const { projection, onEvent } = follow(plan.league_id, setting.listeners ?? []);
  const connect = <Running extends RunningAgent>(
    agent: Agent<Running>,
    id: () => string,
    port: number,
    league?: string,
  ) => platform.connect(prepared(agent, id, setting), port, league);

  const league = urlOf(leagueManager);
  const manager = connect(
    withPauses(
      createLeagueManager({
        leagueId: plan.league_id,
        players: plan.players,
        referees: plan.referees,
        onEvent,
      }),
    ),
    () => "league_manager",
    leagueManager,
  );
  const agents: RunningAgent[] = [];
  const season = async () => {
    // One after the other, so that ids are assigned in order.
    for (const { agents: group, first } of [
      { agents: referees, first: referee.first },
      { agents: players, first: player.first },
    ]) {
      for (const { agent, name, id, index } of group) {
        const running = connect(agent, () => id() ?? name, first + index, league);
        agents.push(running);
        await running.registered;
      }
    }
    await manager.ended;
    await manager.shutDownAgents("the league is complete");
  };
  try {
    await platform.clock.run(Promise.race([season(), aborted(setting.signal)]), {
      limitMs: Number.POSITIVE_INFINITY,
    });
  } finally {
    await Promise.all([...agents, manager].map((agent) => agent.close()));
  }
  return reportOn(projection, plan.seed);
}

const requestsBetweenPauses = 30;

/**
 * The same agent. Without sockets a league is one long chain of promises: a pause of 0 ms before some of the requests
 * lets the process handle signals and write files.
 */
function withPauses<Running extends RunningAgent>(agent: Agent<Running>): Agent<Running> {
  let requests = 0;
  return {
    role: agent.role,
    connect(agentContext) {
      const running = agent.connect(agentContext);
      const handle: HttpHandler = async (request) => {
        requests++;
        if (requests > requestsBetweenPauses) {
          await sleep(agentContext.clock, 0);
          requests = 0;
        }
        return running.handle(request);
      };
      return { ...running, handle };
    },
  };
}
