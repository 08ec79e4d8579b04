/** Starts one instance of a player or a referee under test, inside a league that the suite manages. */
import type { Env, Recorder } from "../peers/env.js";
import { type RegistrationPolicy, ScriptedManager } from "../peers/scripted-manager.js";
import { UsageError } from "../run/usage-error.js";
import type { Instance } from "../subject/subject.js";
import { registrationPatience } from "../time/mandates.js";
import { pause } from "../time/pause.js";
import { NotExercised } from "../verdict.js";
import { AgentUnderTest } from "./agent.js";
import { FIRST_AGENT, newEnv, type RunContext } from "./context.js";
import { launchInstance } from "./launch.js";

export { START_LIMIT_MS } from "./context.js";

/** Between the answer to a registration and the moment at which the agent has certainly read it. */
const READ_MS = 200;

export interface StartOptions {
  /** What the manager does with registrations; default: accepts. */
  policy?: RegistrationPolicy;
  /** The port that the agent is told to use; default a free one. */
  port?: number;
  /** The manager's URL as the agent is told it; default the suite's manager. */
  league?: string;
  /** The instance that was killed and is started again. */
  after?: Instance;
  /** How transcripts name it. */
  agentName?: string;
  /** Whether to wait for the port and the registration; default yes. */
  wait?: boolean;
}

export interface Started {
  env: Env;
  agent: AgentUnderTest;
  manager: ScriptedManager;
  /** The league that the agent registers in. */
  leagueId: string;
  /** Kills the agent and starts it again: same port, same league, and the data that it has left. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startMember(
  context: RunContext,
  options: StartOptions = {},
  recorder?: Recorder,
): Promise<Started> {
  context.instances.count += 1;
  const name = `agent-${context.instances.count}`;
  const env = newEnv(context, name, recorder);
  env.agentName = options.agentName ?? FIRST_AGENT;
  const manager = await managerFor(context, env);
  if (options.policy !== undefined) manager.policy = options.policy;
  const shared = context.sharedManager !== undefined;
  const launch = (port?: number, after?: Instance, wait = true) =>
    launchInstance(context, {
      name,
      league: options.league ?? manager.url,
      ...(port === undefined ? {} : { port }),
      ...(after === undefined ? {} : { after }),
      wait,
    });
  const instance = await launch(options.port, options.after, options.wait);
  const agent = new AgentUnderTest(env, context.role, instance);
  const stop = async () => {
    await agent.instance.stop();
    if (!shared) await manager.close();
  };
  const restart = async () => {
    mustRestart(context);
    const after = agent.instance;
    await after.kill();
    agent.instance = await launch(portOf(after), after);
  };
  if (options.wait !== false) {
    const ended = instance.exited.then(() => undefined);
    agent.registration = await Promise.race([
      manager.awaitMember(instance.url, name, registrationPatience()),
      ended,
    ]);
    const id = agent.registration?.granted?.id;
    if (id !== undefined) {
      manager.attach(id, env);
      await pause(context.stage.clock, READ_MS);
    }
  }
  return { env, agent, manager, leagueId: manager.leagueId, restart, stop };
}

/**
 * Makes an instance that a check has started usable for others: its manager treats registrations as usual again.
 * @returns whether it runs and has registered
 */
export function makeShareable({ env, agent, manager }: Started): boolean {
  const { instance } = agent;
  if (instance.hasEnded() || instance.endedBySuite()) return false;
  agent.registration ??= manager.memberAt(instance.url, instance.name);
  const id = agent.registration?.granted?.id;
  if (id === undefined) return false;
  manager.resetReactions();
  // The check may have started several instances that all told its transcript.
  env.recorder = { ...env.recorder };
  env.agentName = FIRST_AGENT;
  manager.attach(id, env);
  return true;
}

/** @throws NotExercised where an agent that was killed cannot be started again */
export function mustRestart({ subject }: RunContext): void {
  if (!subject.canRestart)
    throw new NotExercised("this needs an agent that can be killed and started again; use --command");
}

export function portOf({ url }: Instance): number {
  return Number(new URL(url).port);
}

function managerFor(context: RunContext, env: Env): Promise<ScriptedManager> {
  const role = context.role === "referee" ? "referee" : "player";
  const make = (port?: number) =>
    new ScriptedManager(env, `league_conformance_${context.seed}`, role).listen(port);
  const { leaguePort } = context;
  if (leaguePort === undefined) return make();
  context.sharedManager ??= make(leaguePort).catch((error: unknown) => {
    throw new UsageError(
      `the suite's league manager cannot listen on port ${leaguePort} (${String(error)}); choose another with --listen-league`,
    );
  });
  return context.sharedManager;
}
