/** Runs one check and says how it ended. */

import { longest, type RegisteredCheck } from "../checks/registry.js";
import { strongest } from "../clauses/strongest.js";
import { createExpect, type Expect } from "../expect.js";
import { longestStart, newPeerContext, type RunContext } from "../fixtures/context.js";
import { ManagerFixture } from "../fixtures/manager-fixture.js";
import { PlayerFixture } from "../fixtures/player-fixture.js";
import { RefereeFixture } from "../fixtures/referee-fixture.js";
import type { AgentInstance, PlayerInstance, RefereeInstance } from "../fixtures/start.js";
import { TransportFixture } from "../fixtures/transport-fixture.js";
import type { PeerContext } from "../peers/peer-context.js";
import { replayId } from "../replay-id.js";
import { type Random, seededRandom } from "../sdk.js";
import { type Exit, SubjectError } from "../subject/subject.js";
import { lastLines } from "../text/last-lines.js";
import { within } from "../time/pause.js";
import { Transcript } from "../transcript.js";
import type { CheckResult } from "../types.js";
import { type CheckOutcome, Inconclusive, NotExercised, outcomeOf } from "../verdict.js";
import { SHOWN_LINES, withAgentOutput, writtenSince } from "./agent-output.js";
import { blamingJson } from "./blaming-json.js";
import { curlOf } from "./curl.js";

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
  one: RegisteredCheck,
  agentInstance: AgentInstance | undefined,
  stop: Promise<string>,
): Promise<Execution> {
  const { check } = one;
  const { clock } = context.environment;
  const transcript = new Transcript(clock);
  const peerContext = agentInstance?.peerContext ?? newPeerContext(context, check.id);
  peerContext.recorder.transcript = transcript;
  peerContext.recorder.check = check.id;
  const expect = createExpect(() => context.margin_ms());
  const random = seededRandom(`${context.seed}/${check.id}`);
  const fixture = fixtureFor(context, one, peerContext, agentInstance, expect, random);
  const started = clock.now();
  const givenInstance = agentInstance?.agent.instance;
  const outputBefore = agentInstance?.agent.output ?? "";

  const ran = check.run(fixture).then<CheckOutcome, CheckOutcome>(
    () => ({ verdict: "pass" }),
    (thrown: unknown) =>
      outcomeOf(thrown instanceof SubjectError ? new NotExercised(thrown.message) : thrown, one.level),
  );
  const limit = longest(one, longestStart(context)) + context.margin_ms();
  const late = () => outcomeOf(new Inconclusive(`the check did not end within ${limit} ms`), one.level);
  const stopped = stop.then((why) => outcomeOf(new NotExercised(why), one.level));
  let abandoned = true;
  const finished = ran.then((outcome) => {
    abandoned = false;
    return outcome;
  });
  const outcome = await Promise.race([withinOwnTime(context, limit, finished, late), stopped]);
  const exit = agentInstance === undefined ? undefined : await exitOf(context, agentInstance, outcome);
  const handedOver =
    outcome.verdict === "pass" && context.subject.canStart ? (fixture.handOver?.() ?? []) : [];
  const closed = fixture.close().catch((error: unknown) => transcript.note(`closing: ${String(error)}`));
  if (!abandoned) await closed;
  // A check that restarts its instance has another one then.
  const isTakenAway =
    givenInstance?.endedBySuite() === true && agentInstance?.agent.instance === givenInstance;
  const entries = () => (context.verdictsOnly === true ? [] : transcript.entries);
  const judged = isTakenAway
    ? judgeTakenAway(outcome)
    : exit === undefined
      ? withAgentOutput(blamingJson(outcome, entries), entries, () =>
          writtenSince(outputBefore, agentInstance?.agent.output ?? ""),
        )
      : judgeExit(outcome, one, exit, agentInstance?.agent.output ?? "");
  const final =
    judged.verdict === "pass"
      ? requireEvidence(judged, transcript.receivedCount, expect.assertionCount)
      : judged;
  if (final.verdict === "inconclusive") context.shared.doubtAllOf(check.id);
  const result = resultOf(one, final, clock.now() - started, transcript, context);
  // A check that failed or was not reached may have left a match open; the next check must not be affected.
  const isClean = final.verdict === "pass" || final.verdict === "not-applicable" || !context.subject.canStart;
  const isUsable = exit === undefined && !isTakenAway && !abandoned;
  return {
    result,
    condition: isUsable ? (isClean ? "sound" : "doubtful") : "unusable",
    ended: exit !== undefined,
    handedOver,
  };
}

interface CheckFixture {
  /** Instances that the check has started and that other checks can use. */
  handOver?(): AgentInstance[];
  close(): Promise<void>;
}

function fixtureFor(
  context: RunContext,
  { side }: RegisteredCheck,
  peerContext: PeerContext,
  instance: AgentInstance | undefined,
  ...around: [Expect, Random]
): CheckFixture {
  switch (side) {
    case "transport":
      return new TransportFixture(context, peerContext, instance, ...around);
    case "player":
      return new PlayerFixture(context, peerContext, instance as PlayerInstance | undefined, ...around);
    case "referee":
      return new RefereeFixture(context, peerContext, instance as RefereeInstance | undefined, ...around);
    case "manager":
      return new ManagerFixture(context, peerContext, ...around);
  }
}

/** The limit holds for the time of the check itself: waiting for its turn to start an instance is not counted. */
async function withinOwnTime(
  { environment, startWaits }: RunContext,
  limit: number,
  outcome: Promise<CheckOutcome>,
  late: () => CheckOutcome,
): Promise<CheckOutcome> {
  const waitedBefore = startWaits.waited_ms;
  let granted = 0;
  for (let left = limit; left > 0; ) {
    const done = await within(environment.clock, left, outcome, () => undefined);
    if (done !== undefined) return done;
    left = startWaits.waited_ms - waitedBefore - granted;
    granted += left;
  }
  return late();
}

/** Connections break shortly before the system reports the end of the process. */
const EXIT_SHOWS_MS = 100;

async function exitOf(
  { environment, subject }: RunContext,
  { agent }: AgentInstance,
  outcome: CheckOutcome,
): Promise<Exit | undefined> {
  const { instance } = agent;
  if (outcome.verdict !== "pass" && subject.canStart)
    await within(environment.clock, EXIT_SHOWS_MS, instance.exited, () => undefined);
  return instance.exit();
}

/** A check that was not run at all. */
export function unexecuted(one: RegisteredCheck, outcome: CheckOutcome, context: RunContext): CheckResult {
  return resultOf(one, outcome, 0, new Transcript(context.environment.clock), context);
}

function resultOf(
  one: RegisteredCheck,
  outcome: CheckOutcome,
  duration_ms: number,
  transcript: Transcript,
  { role, seed, verdictsOnly }: RunContext,
): CheckResult {
  const { check } = one;
  const { verdict, clauses, blockedBy, ...finding } = outcome;
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
    ...(blockedBy === undefined ? {} : { blocked_by: [...blockedBy] }),
    transcript: entries,
    reproduce: {
      replay: replayId({ checkId: check.id, role, seed }),
      ...(curl === undefined ? {} : { curl }),
    },
  };
}

/** Missing actions of an instance that the suite has ended do not count against the agent. */
function judgeTakenAway(outcome: CheckOutcome): CheckOutcome {
  if (outcome.verdict === "not-exercised" || outcome.verdict === "harness-error") return outcome;
  return { verdict: "inconclusive", diagnosis: "the suite ended this instance before the check was over" };
}

/** Signals by which other programs and people end processes. A crash has another one, or an exit code. */
const FROM_OUTSIDE = ["SIGTERM", "SIGINT", "SIGHUP"];

/** An agent that ends while a check goes on has not passed it, unless ending was what it was asked for. */
function judgeExit(outcome: CheckOutcome, one: RegisteredCheck, exit: Exit, output: string): CheckOutcome {
  if (one.check.needs?.last === true) return outcome;
  const how = exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
  const tail = lastLines(output, SHOWN_LINES);
  const hint = `The agent's process ended during this check (${how}).${tail === "" ? "" : ` Its last output:\n${tail}`}`;
  if (exit.signal !== null && FROM_OUTSIDE.includes(exit.signal)) {
    const diagnosis = `the agent's process was ended by ${exit.signal}, which the suite did not send: another program did, or the agent itself`;
    return { verdict: "inconclusive", diagnosis, hint };
  }
  if (outcome.verdict !== "pass") return { ...outcome, hint };
  return {
    verdict: one.level === "must" ? "fail" : "warn",
    diagnosis: `the agent's process ended during this check (${how})`,
    hint,
  };
}

/** A pass needs proof that the stimulus arrived and that an answer was checked. */
function requireEvidence(outcome: CheckOutcome, received: number, assertions: number): CheckOutcome {
  if (received > 0 && assertions > 0) return outcome;
  const missing =
    received === 0 ? "no message of the agent was received" : "no message of the agent was checked";
  return { verdict: "not-exercised", diagnosis: `nothing was wrong, but ${missing}, so nothing is proven` };
}
