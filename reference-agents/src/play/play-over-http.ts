/** A whole league in this process over HTTP: every agent a server of its own on this machine. */
import { createLeagueManager, type RunningAgent } from "@league-v2/sdk";
import { type Served, serve } from "@league-v2/sdk/node";
import { follow } from "../league/follow.js";
import { type LeagueReport, reportOn } from "../league/report.js";
import { logged } from "../log/index.js";
import { castOf, type LeaguePlan } from "./cast.js";
import { closeSoon } from "./close-soon.js";
import { aborted, type PlaySetting } from "./setting.js";

export interface HttpSetting extends PlaySetting {
  /** The league manager's port; the referees and the players have the ports after it. Default: any free ports. */
  readonly port?: number;
}

/** @throws StartupError PORT_IN_USE, INVALID_CONFIG */
export async function playOverHttp(plan: LeaguePlan, setting: HttpSetting = {}): Promise<LeagueReport> {
  const { log, signal, port = 0 } = setting;
  const { players, referees } = castOf(plan, setting.hooks);
  const { chronicle, onEvent } = follow(plan.league_id, setting.followers ?? []);
  const manager = createLeagueManager({
    leagueId: plan.league_id,
    players: plan.players,
    referees: plan.referees,
    onEvent,
  });
  const open: Served<RunningAgent>[] = [];
  const place = (offset: number) => ({ port: port === 0 ? 0 : port + offset, closeOnSignal: false });

  const season = async () => {
    const league = await serve(log ? logged(manager, () => "league_manager", log) : manager, place(0));
    open.push(league);
    // One after the other, so that ids are given out in order.
    for (const [index, { agent, name, id }] of [...referees, ...players].entries()) {
      if (signal?.aborted) return;
      const own = { ...place(1 + index), league: league.url };
      open.push(await serve(log ? logged(agent, () => id() ?? name, log) : agent, own));
    }
    await league.agent.ended;
    await league.agent.dismiss("the league is complete");
  };
  const running = season();
  try {
    await Promise.race([running, aborted(signal)]);
  } finally {
    await Promise.all(open.map((served) => (signal?.aborted ? closeSoon(served) : served.close())));
  }
  return reportOn(chronicle, plan.seed);
}
