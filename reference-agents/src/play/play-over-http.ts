/** A whole league in this process over HTTP: every agent is a separate server on this machine. */
import {
  createLeagueManager,
  type LeagueManager,
  type RunningAgent,
  type RunningLeagueManager,
} from "@league-v2/sdk";
import { type Served, serve } from "@league-v2/sdk/node";
import { type MatchQueue, MemoryStore, type Store } from "@league-v2/sdk/store";
import { follow, replayResults } from "../league/follow.js";
import { type LeagueReport, reportOn } from "../league/league-projection.js";
import { aborted, createAgents, type LeaguePlan, type PlaySetting, prepared } from "./agents.js";
import { closeSoon } from "./close-soon.js";
import { openTcpBalancer, type TcpBalancer } from "./tcp-balancer.js";

export interface HttpSetting extends PlaySetting {
  /** The league manager's port; the referees and the players have the ports after it. Default: any free ports. */
  readonly port?: number;
  /** The stores of the managers, which serve one league. Default: one manager, in memory. */
  readonly managers?: readonly ManagerSlot[];
}

/** The resources of one manager of the league; the store is closed with the manager. */
export interface ManagerSlot {
  readonly store: Store;
  /** The queue that several managers share; required if there are several. */
  readonly queue?: MatchQueue | undefined;
}

/** @throws StartupError PORT_IN_USE, INVALID_CONFIG */
export async function playOverHttp(plan: LeaguePlan, setting: HttpSetting = {}): Promise<LeagueReport> {
  const { signal, port = 0, managers: managerStores = [{ store: new MemoryStore() }] } = setting;
  const { players, referees } = createAgents(plan, setting.hooks);
  const { projection, onEvent } = follow(plan.league_id, setting.listeners ?? []);
  const managers = managerStores.map(({ store, queue }, index) =>
    createLeagueManager({
      leagueId: plan.league_id,
      players: plan.players,
      referees: plan.referees,
      store,
      instance: `manager ${index + 1}`,
      ...(queue === undefined ? {} : { queue }),
      onEvent,
    }),
  );
  let balancer: TcpBalancer | undefined;
  const open: Served<RunningAgent>[] = [];
  const place = (offset: number) => ({ port: port === 0 ? 0 : port + offset, closeOnSignal: false });

  const season = async () => {
    const leagues = await serveManagers();
    const url = balancer?.url ?? leagues[0]?.url ?? "";
    // One after the other, so that ids are assigned in order.
    for (const [index, { agent, name, id }] of [...referees, ...players].entries()) {
      if (signal?.aborted) return;
      const own = { ...place(1 + index), league: url };
      open.push(
        await serve(
          prepared(agent, () => id() ?? name, setting),
          own,
        ),
      );
    }
    await Promise.all(leagues.map(({ agent }) => agent.ended));
    await leagues[0]?.agent.shutDownAgents("the league is complete");
    const [managerStore] = managerStores;
    if (managerStore !== undefined) await replayResults({ store: managerStore.store, projection, onEvent });
  };
  /** Several managers have the address of one balancer, so that agents reach another manager when one fails. */
  const serveManagers = async () => {
    const leagues: Served<RunningLeagueManager>[] = [];
    for (const manager of managers) {
      const own: LeagueManager = prepared(manager, () => "league_manager", setting);
      const league = await serve(own, managers.length === 1 ? place(0) : { closeOnSignal: false });
      leagues.push(league);
      open.push(league);
    }
    const urls = leagues.map(({ url }) => url);
    if (leagues.length > 1) balancer = await openTcpBalancer(urls, port);
    return leagues;
  };
  const running = season();
  try {
    await Promise.race([running, aborted(signal)]);
  } finally {
    await Promise.all(open.map((served) => (signal?.aborted ? closeSoon(served) : served.close())));
    await balancer?.close();
  }
  return reportOn(projection, plan.seed);
}
