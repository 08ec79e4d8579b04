/** Starts one instance of a player or a referee under test, inside a league that the suite manages. */
import type { Env, Recorder } from "../peers/env.js";
import { type RegistrationPolicy, ScriptedManager } from "../peers/scripted-manager.js";
import { UsageError } from "../run/usage-error.js";
import type { Instance } from "../subject/subject.js";
import { SubjectError } from "../subject/subject.js";
import { registrationPatience } from "../time/mandates.js";
import { pause, within } from "../time/pause.js";
import { NotExercised } from "../verdict.js";
import { AgentUnderTest } from "./agent.js";
import { newEnv, type RunContext, START_LIMIT_MS } from "./context.js";

export { START_LIMIT_MS } from "./context.js";

const TRIES_FOR_A_PORT = 3;
/** As long as an interpreter keeps a processor busy when it starts; an agent that takes longer is waiting for something. */
const BUSY_START_MS = 400;
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
  /** Whether to wait for the port and the registration; default yes. */
  wait?: boolean;
}

export interface Started {
  env: Env;
  agent: AgentUnderTest;
  manager: ScriptedManager;
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
  const manager = await managerFor(context, env);
  if (options.policy !== undefined) manager.policy = options.policy;
  const shared = context.sharedManager !== undefined;
  const instance = await launch(context, name, options, manager);
  const agent = new AgentUnderTest(env, context.role, instance);
  const stop = async () => {
    await agent.instance.stop();
    if (!shared) await manager.close();
  };
  const restart = async () => {
    mustRestart(context);
    const after = agent.instance;
    await after.kill();
    agent.instance = await launch(context, name, { ...options, port: portOf(after), after }, manager);
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
  return { env, agent, manager, restart, stop };
}

/** @throws NotExercised where an agent that was killed cannot be started again */
export function mustRestart({ subject }: RunContext): void {
  if (!subject.canRestart)
    throw new NotExercised("this needs an agent that can be killed and started again; use --command");
}

export function portOf({ url }: Instance): number {
  return Number(new URL(url).port);
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
    const start = async () => {
      const { league = manager.url, after } = options;
      const started = await subject.launch({
        name,
        port,
        league,
        ...(after === undefined ? {} : { after }),
      });
      if (options.wait === false) return { started, ready: Promise.resolve(true) };
      const ready = started.ready(START_LIMIT_MS);
      await within(stage.clock, BUSY_START_MS, ready, () => undefined);
      return { started, ready };
    };
    const { started: instance, ready } = await context.opening.through(start);
    if (await ready) return instance;
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
