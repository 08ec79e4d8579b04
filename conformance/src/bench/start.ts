/** Starts one instance of a player or a referee under test, inside a league that the suite manages. */
import type { Env, Recorder } from "../peers/env.js";
import { type RegistrationPolicy, ScriptedManager } from "../peers/scripted-manager.js";
import { UsageError } from "../run/usage-error.js";
import type { Instance } from "../subject/subject.js";
import { SubjectError } from "../subject/subject.js";
import { registrationPatience } from "../time/mandates.js";
import { AgentUnderTest } from "./agent.js";
import { newEnv, type RunContext, START_LIMIT_MS } from "./context.js";

export { START_LIMIT_MS } from "./context.js";

const TRIES_FOR_A_PORT = 3;

export interface StartOptions {
  /** What the manager does with registrations; default: accepts. */
  policy?: RegistrationPolicy;
  /** The port that the agent is told to use; default a free one. */
  port?: number;
  /** The manager's URL as the agent is told it; default the suite's manager. */
  league?: string;
  /** Whether to wait for the port and the registration; default yes. */
  wait?: boolean;
}

export interface Started {
  env: Env;
  agent: AgentUnderTest;
  manager: ScriptedManager;
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
  const manager = await managerFor(context, env);
  if (options.policy !== undefined) manager.policy = options.policy;
  const shared = context.sharedManager !== undefined;
  const instance = await launch(context, name, options, manager);
  const agent = new AgentUnderTest(env, context.role, instance);
  const stop = async () => {
    await instance.stop();
    if (!shared) await manager.close();
  };
  if (options.wait !== false) {
    const ended = instance.exited.then(() => undefined);
    agent.registration = await Promise.race([
      manager.awaitMember(instance.url, name, registrationPatience()),
      ended,
    ]);
    const id = agent.registration?.granted?.id;
    if (id !== undefined) manager.attach(id, env.recorder);
  }
  return { env, agent, manager, stop };
}

async function launch(
  context: RunContext,
  name: string,
  options: StartOptions,
  manager: ScriptedManager,
): Promise<Instance> {
  const { stage, subject } = context;
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await stage.freePort());
    const start = async (): Promise<[Instance, boolean]> => {
      const started = await subject.launch({ name, port, league: options.league ?? manager.url });
      return [started, options.wait === false || (await started.ready(START_LIMIT_MS))];
    };
    const [instance, ready] = await context.opening.through(start);
    if (ready) return instance;
    const why = instance.output();
    await instance.stop();
    // Another program may have taken the port between our look and the agent's start.
    if (
      options.port === undefined &&
      attempt < TRIES_FOR_A_PORT &&
      /EADDRINUSE|address already in use|PORT_IN_USE/i.test(why)
    )
      continue;
    throw new SubjectError(notReady(instance, subject.canStart, why));
  }
}

function notReady(instance: Instance, started: boolean, output: string): string {
  const exit = instance.exit();
  if (!started) return `nobody answers at ${instance.url}`;
  const ending =
    exit === undefined
      ? `did not open its port within ${START_LIMIT_MS} ms`
      : `ended at once (${exit.signal ?? `exit code ${exit.code}`})`;
  return `the agent ${ending}; its last output:\n${output.trim() || "(nothing)"}`;
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
