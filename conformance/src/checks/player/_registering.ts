/** A player that is started while the league manager treats its registration as a check wants. */
import type { AgentUnderTest } from "../../bench/agent.js";
import type { PlayerBench } from "../../bench/player-bench.js";
import { START_LIMIT_MS } from "../../bench/start.js";
import type { PlayerLeague } from "../../peers/player-league.js";
import type { Reaction } from "../../peers/post.js";
import type { Membership, Registration } from "../../peers/registration.js";
import type { ScriptedManager } from "../../peers/scripted-manager.js";
import { registrationPatience } from "../../time/mandates.js";

/** What the manager does with attempt number `index`, counted from 0. */
export type Treatment = (
  manager: ScriptedManager,
  attempt: Registration,
  index: number,
  grant: Membership,
  around: { player: AgentUnderTest; league: PlayerLeague },
) => Reaction | Promise<Reaction>;

export interface Registering {
  player: AgentUnderTest;
  league: PlayerLeague;
  /** The attempts so far, the first among them. */
  attempts: readonly Registration[];
  /** Waits for attempt number `count`, counted from 1; undefined when it does not come in time or the player has ended. */
  attempt(count: number, withinMs: number): Promise<Registration | undefined>;
}

/** Starts a player and waits for its first attempt to register. */
export async function registering(bench: PlayerBench, treat: Treatment): Promise<Registering> {
  const launched: ReturnType<PlayerBench["launch"]> = bench.launch({
    wait: false,
    policy: async (attempt, index, grant) => {
      const around = await launched;
      return treat(around.league.manager, attempt, index, grant, around);
    },
  });
  const { player, league } = await launched;
  const { post, registrations } = league.manager;
  const attempt = async (count: number, withinMs: number) => {
    const come = post.until(() => registrations[count - 1], withinMs);
    await Promise.race([come, player.exit(withinMs)]);
    return registrations[count - 1];
  };
  await Promise.race([player.instance.ready(START_LIMIT_MS), attempt(1, START_LIMIT_MS)]);
  if ((await attempt(1, registrationPatience())) === undefined)
    bench.notExercised("the player did not send a registration");
  return { player, league, attempts: registrations, attempt };
}

/** The connection is closed, and no answer has come: the manager cannot be reached. */
export const HUNG_UP: Reaction = { http: { kind: "close" } };

/** "ended with exit code 1" or "was still running". */
export function fateOf({ instance }: AgentUnderTest): string {
  const exit = instance.exit();
  if (exit === undefined) return "was still running";
  return exit.signal === null ? `ended with exit code ${exit.code}` : `ended by ${exit.signal}`;
}
