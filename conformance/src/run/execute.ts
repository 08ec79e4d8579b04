/** Runs one check and says how it ended. */

import type { RegisteredCheck } from "../checks/registry.js";
import { clauseOf } from "../clauses/clauses.js";
import { strongest } from "../clauses/strongest.js";
import { createExpect } from "../expect.js";
import { longestStart, newEnv, type RunContext } from "../fixtures/context.js";
import { seededRandom } from "../sdk.js";
import { type Exit, SubjectError } from "../subject/subject.js";
import { within } from "../time/pause.js";
import { Transcript } from "../transcript.js";
import type { CheckResult } from "../types.js";
import { type Ending, endingOf, Inconclusive, NotExercised } from "../verdict.js";
import { curlOf } from "./curl.js";
import { replayId } from "./replay-id.js";
import type { AgentInstance, RoleKit } from "./role-kit.js";

/** For the machine, not for the agent: a check that takes this much longer than it says is given up. */
const SLACK_MS = 5_000;

export interface Execution {
  result: CheckResult;
  /**
   * Of the instance that it ran on: `sound` for another check; `doubtful` when the check did not pass, and may have left
   * something open; `unusable` when its process has ended or the check still goes on.
   */
  condition: "sound" | "doubtful" | "unusable";
  /** The process of the instance ended during the check. */
  ended: boolean;
  /** Instances that the check has started and that can serve other checks. */
  handedOver: AgentInstance[];
}

/** @param stop resolves with the reason when the run must end */
export async function execute(
  context: RunContext,
  kit: RoleKit,
  one: RegisteredCheck,
  world: AgentInstance | undefined,
  stop: Promise<string>,
): Promise<Execution> {
  const { check } = one;
  const { clock } = context.stage;
  const transcript = new Transcript(clock);
  const env = world?.env ?? newEnv(context, check.id);
  env.recorder.transcript = transcript;
  env.recorder.check = check.id;
  const expect = createExpect(() => context.margin_ms());
  const random = seededRandom(`${context.seed}/${check.id}`);
  const bench = kit.bench(one, env, world, expect, random);
  const started = clock.now();
  const givenInstance = world?.agent.instance;

  const ran = check.run(bench).then<Ending, Ending>(
    () => ({ verdict: "pass" }),
    (thrown: unknown) =>
      endingOf(thrown instanceof SubjectError ? new NotExercised(thrown.message) : thrown, one.level),
  );
  const limit = longest(one, longestStart(context)) + context.margin_ms();
  const late = () => endingOf(new Inconclusive(`the check did not end within ${limit} ms`), one.level);
  const stopped = stop.then((why) => endingOf(new NotExercised(why), one.level));
  let abandoned = true;
  const settled = ran.then((ending) => {
    abandoned = false;
    return ending;
  });
  const ending = await Promise.race([withinOwnTime(context, limit, settled, late), stopped]);
  const exit = world === undefined ? undefined : await exitOf(context, world, ending);
  const handedOver = ending.verdict === "pass" && context.subject.canStart ? (bench.handOver?.() ?? []) : [];
  const closed = bench.close().catch((error: unknown) => transcript.note(`closing: ${String(error)}`));
  if (!abandoned) await closed;
  // A check that restarts its instance has another one then.
  const isTakenAway = givenInstance?.endedBySuite() === true && world?.agent.instance === givenInstance;
  const judged = isTakenAway
    ? judgeTakenAway(ending)
    : exit === undefined
      ? ending
      : judgeExit(ending, one, exit, world?.agent.output ?? "");
  const final =
    judged.verdict === "pass" ? requireEvidence(judged, transcript.heard, expect.assertionCount) : judged;
  const result = resultOf(one, final, clock.now() - started, transcript, context);
  // What was refuted or not reached may have left something open; the next check should not suffer for it.
  const isClean = final.verdict === "pass" || final.verdict === "not-applicable" || !context.subject.canStart;
  const isUsable = exit === undefined && !isTakenAway && !abandoned;
  return {
    result,
    condition: isUsable ? (isClean ? "sound" : "doubtful") : "unusable",
    ended: exit !== undefined,
    handedOver,
  };
}

/** The limit holds for the time of the check itself: waiting for its turn to start an instance is not counted. */
async function withinOwnTime(
  { stage, startWaits }: RunContext,
  limit: number,
  ending: Promise<Ending>,
  late: () => Ending,
): Promise<Ending> {
  const waitedBefore = startWaits.waited_ms;
  let granted = 0;
  for (let left = limit; left > 0; ) {
    const done = await within(stage.clock, left, ending, () => undefined);
    if (done !== undefined) return done;
    left = startWaits.waited_ms - waitedBefore - granted;
    granted += left;
  }
  return late();
}

/** Connections break a moment before the system tells that the process has ended. */
const EXIT_SHOWS_MS = 100;

async function exitOf(
  { stage, subject }: RunContext,
  { agent }: AgentInstance,
  ending: Ending,
): Promise<Exit | undefined> {
  const { instance } = agent;
  if (ending.verdict !== "pass" && subject.canStart)
    await within(stage.clock, EXIT_SHOWS_MS, instance.exited, () => undefined);
  return instance.exit();
}

/** The longest that the suite lets a check run, in milliseconds, when an instance takes so long to start. */
export function longest({ check }: RegisteredCheck, start_ms: number): number {
  const startsItself = check.needs?.command !== undefined || check.id.startsWith("manager/");
  return check.worstCaseMs + SLACK_MS + (startsItself ? start_ms : 0);
}

/** A check that was not run at all. */
export function unexecuted(one: RegisteredCheck, ending: Ending, context: RunContext): CheckResult {
  return resultOf(one, ending, 0, new Transcript(context.stage.clock), context);
}

function resultOf(
  one: RegisteredCheck,
  ending: Ending,
  duration_ms: number,
  transcript: Transcript,
  { role, seed, verdictsOnly }: RunContext,
): CheckResult {
  const { check } = one;
  const { verdict, clauses, ...finding } = ending;
  const entries = verdictsOnly === true ? [] : [...transcript.entries];
  const curl = curlOf(entries);
  return {
    id: check.id,
    clause: [...(clauses ?? check.decides)],
    level: clauses === undefined ? one.level : strongest(clauses),
    group: one.group,
    title: check.title,
    verdict,
    duration_ms,
    ...finding,
    transcript: entries,
    reproduce: {
      replay: replayId({ checkId: check.id, role, seed }),
      ...(curl === undefined ? {} : { curl }),
    },
  };
}

/** What an instance that the suite has ended did not do says nothing about the agent. */
function judgeTakenAway(ending: Ending): Ending {
  if (ending.verdict === "not-exercised" || ending.verdict === "harness-error") return ending;
  return { verdict: "inconclusive", diagnosis: "the suite ended this instance before the check was over" };
}

/** Signals by which other programs and people end processes. A crash has another one, or an exit code. */
const FROM_OUTSIDE = ["SIGTERM", "SIGINT", "SIGHUP"];

/** An agent that ends while a check goes on has not passed it, unless ending was what it was asked for. */
function judgeExit(ending: Ending, one: RegisteredCheck, exit: Exit, output: string): Ending {
  if (one.check.needs?.last === true) return ending;
  const how = exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
  const tail = output.trim().split("\n").slice(-5).join("\n");
  const hint = `The agent's process ended during this check (${how}).${tail === "" ? "" : ` Its last output:\n${tail}`}`;
  if (exit.signal !== null && FROM_OUTSIDE.includes(exit.signal)) {
    const diagnosis = `the agent's process was ended by ${exit.signal}, which the suite did not send: another program did, or the agent itself`;
    return { verdict: "inconclusive", diagnosis, hint };
  }
  if (ending.verdict !== "pass") return { ...ending, hint };
  return {
    verdict: one.level === "must" ? "fail" : "warn",
    diagnosis: `the agent's process ended during this check (${how})`,
    hint,
  };
}

/** A pass needs proof that the stimulus arrived and that an answer was looked at. */
function requireEvidence(ending: Ending, heard: number, looks: number): Ending {
  if (heard > 0 && looks > 0) return ending;
  const missing =
    heard === 0 ? "nothing was heard from the agent" : "nothing of what the agent said was looked at";
  return { verdict: "not-exercised", diagnosis: `nothing was wrong, but ${missing}, so nothing is proven` };
}

/** Whether the clauses of the check speak of messages of this dialect at all. */
export function speaksOf(one: RegisteredCheck, dialect: string): boolean {
  const wires = one.check.decides.flatMap((id) => clauseOf(id)?.wires ?? ["all"]);
  return wires.length === 0 || wires.includes("all") || wires.includes(dialect);
}
