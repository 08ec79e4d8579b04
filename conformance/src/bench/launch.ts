/** Starts one instance of the agent when it is its turn, and waits until it accepts connections. */
import type { Instance, LaunchOptions } from "../subject/subject.js";
import { SubjectError } from "../subject/subject.js";
import { NotExercised } from "../verdict.js";
import { type RunContext, startLimit } from "./context.js";

const TRIES_FOR_A_PORT = 3;
/** So many times the limit an agent gets that still works on its start. */
const MOST_LIMITS = 3;
/** Of a limit: one that has used so little processor time in it waits for something that does not come. */
const IDLE_SHARE = 0.02;

export interface LaunchRequest extends Omit<LaunchOptions, "port"> {
  /** The port that the agent is told to use; default a free one. */
  port?: number;
  /** Whether to wait until it accepts connections; default yes. */
  wait?: boolean;
}

/**
 * An instance that is too slow beside others is started once more, alone.
 * @throws SubjectError when it does not start alone either
 * @throws NotExercised when the run ends meanwhile
 */
export async function launchInstance(context: RunContext, request: LaunchRequest): Promise<Instance> {
  let alone = false;
  for (let attempt = 1; ; attempt += 1) {
    const { instance, failure } = await start(context, request, alone);
    if (failure === undefined) return instance;
    const { kind, text } = failure;
    await instance.stop();
    if (kind === "ended by the suite") throw new NotExercised("the run ended while the agent was starting");
    const mayRetry = attempt < TRIES_FOR_A_PORT && context.subject.canStart;
    if (kind === "port taken" && request.port === undefined && mayRetry) continue;
    if (kind === "too slow" && !alone && mayRetry) {
      alone = true;
      continue;
    }
    throw new SubjectError(alone ? `${text} (also when it was started alone)` : text);
  }
}

interface Failure {
  kind: "ended by the suite" | "port taken" | "too slow" | "ended";
  text: string;
}

async function start(
  context: RunContext,
  { wait = true, ...request }: LaunchRequest,
  alone: boolean,
): Promise<{ instance: Instance; failure?: Failure }> {
  const { stage, subject, startGate, startWaits } = context;
  context.adaptStarts();
  const leave = await startWaits.during(startGate.enter({ alone }));
  const began = stage.clock.now();
  let instance: Instance;
  let port: number;
  try {
    port = request.port ?? (await stage.freePort());
    instance = await subject.launch({ ...request, port });
    context.instances.started += 1;
  } catch (error) {
    leave();
    throw error;
  }
  const ready = readyWhileItWorks(instance, startLimit(context)).finally(leave);
  // Without a wait the gate still stays closed until the start is over.
  if (!wait) return { instance };
  if (!(await ready)) return { instance, failure: failureOf(instance, context, stage.clock.now() - began) };
  if (portOf(instance) !== port) context.oneInstance ||= subject.canStart;
  context.observeStart({ wall_ms: stage.clock.now() - began, ...cpuOf(instance) });
  return { instance };
}

/** A machine that is busy gives a start little processor time, so an agent that goes on using it is waited for longer. */
async function readyWhileItWorks(instance: Instance, limit_ms: number): Promise<boolean> {
  let used = instance.cpu_ms();
  for (let turn = 1; ; turn += 1) {
    if (await instance.ready(limit_ms)) return true;
    const now = instance.cpu_ms();
    if (instance.hasEnded() || turn === MOST_LIMITS || used === undefined || now === undefined) return false;
    if (now - used < limit_ms * IDLE_SHARE) return false;
    used = now;
  }
}

function portOf({ url }: Instance): number {
  return Number(new URL(url).port);
}

function cpuOf(instance: Instance): { cpu_ms?: number } {
  const cpu_ms = instance.cpu_ms();
  return cpu_ms === undefined ? {} : { cpu_ms };
}

function failureOf(instance: Instance, { subject }: RunContext, took_ms: number): Failure {
  if (instance.endedBySuite()) return { kind: "ended by the suite", text: "" };
  if (!subject.canStart) return { kind: "ended", text: `no response from ${instance.url}` };
  const output = instance.output();
  const told = `its last output:\n${output.trim() || "(nothing)"}`;
  const exit = instance.exit();
  if (exit === undefined)
    return { kind: "too slow", text: `the agent did not open its port within ${took_ms} ms; ${told}` };
  const how = exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
  const text = `the agent ended ${Math.round(took_ms)} ms after its start (${how}); ${told}`;
  const isPortTaken = /EADDRINUSE|address already in use|PORT_IN_USE/i.test(output);
  return { kind: isPortTaken ? "port taken" : "ended", text };
}
