/** The behaviour of an agent after an invalid answer to one of its calls; the call depends on the role. */

import type { AgentUnderTest } from "../../../fixtures/agent.js";
import { START_LIMIT_MS } from "../../../fixtures/starts.js";
import type { TransportFixture } from "../../../fixtures/transport-fixture.js";
import { records, wire, withWrongId, wrongId } from "../../../peers/actors/behaviour.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import type { Reaction, Received } from "../../../peers/exchange/received.js";
import { type RefereeScript, reports } from "../../../peers/referee-behaviour.js";
import type { Exit } from "../../../subject/subject.js";
import { deadlineOf, gracePeriodMs, quickMatch } from "../../../time/protocol-deadlines.js";
import { longestOf, times } from "../../../time/steps.js";
import type { TimedStep } from "../../../types.js";
import type { ScriptedAnswer } from "../../../wire/types.js";

/** The answer; `other id` is the correct answer with the id of another request. */
export type BadAnswer = ScriptedAnswer | "other id";

export interface AfterFailedCall {
  /** The call, for the diagnosis. */
  call: string;
  /** Whether it made the call again. */
  again: boolean;
  /** Whether its process has ended with an error; a league manager may end without one after its league. */
  failed: boolean;
  /** A plain request afterwards; undefined when the process had ended by then. */
  afterwards: { answer: Answer; exit: Exit | undefined } | undefined;
}

/** The limit from the bad answer to the repetition, with the pauses before it. */
const AGAIN_WITHIN_MS = 2 * deadlineOf("RUN_MATCH");

const text = (type: string, body: string, status = 200): ScriptedAnswer => ({
  kind: "reply",
  status,
  headers: [["content-type", type]],
  body,
});

/** The control: with this the call has certainly failed. */
const RESET: ScriptedAnswer = { kind: "reset" };

export const BAD_ANSWERS: readonly { what: string; answer: ScriptedAnswer }[] = [
  { what: "HTTP 500", answer: text("text/plain", "Internal Server Error", 500) },
  { what: "an HTML page", answer: text("text/html", "<!doctype html><title>Welcome</title>") },
  { what: "JSON that is no JSON-RPC", answer: text("application/json", '{"hello":["world"]}') },
  {
    what: "JSON that breaks off",
    answer: text("application/json", '{"jsonrpc":"2.0","id":1,"result":{"stat'),
  },
];

/** Answers to the registrations of one player, in order; after each list one attempt remains, which is accepted. */
const IN_TURN: readonly (readonly BadAnswer[])[] = [
  [RESET, ...BAD_ANSWERS.slice(0, 2).map(({ answer }) => answer)],
  // `other id` is last, because a player may accept it and make no further attempt.
  [...BAD_ANSWERS.slice(2).map(({ answer }) => answer), "other id"],
];

function badReaction(bad: BadAnswer, right: Reaction): Reaction {
  if (bad !== "other id") return { http: bad };
  return "say" in right ? { ...right, change: withWrongId } : right;
}

/** The state of the agent afterwards. */
async function stateAfterwards(
  agent: AgentUnderTest,
): Promise<Pick<AfterFailedCall, "failed" | "afterwards">> {
  const ended = agent.instance.exit();
  if (ended !== undefined) return { failed: ended.code !== 0, afterwards: undefined };
  // An agent may register before its port listens, which another check judges.
  await agent.instance.ready(START_LIMIT_MS);
  const answer = await agent.call("ping");
  // A league manager may end with its league, and then receives nothing.
  const exit = answer.failure === undefined ? undefined : await agent.exit(gracePeriodMs());
  return { failed: false, afterwards: { answer, exit } };
}

// A player after an invalid answer to its registration. Several answers share one player, one attempt each.

/** Made once for all answers of a list. */
interface Attempts {
  /** The number of registrations. */
  count: number;
  rest: Pick<AfterFailedCall, "failed" | "afterwards">;
}

const CALL = "its registration";

async function afterRegistration(fixture: TransportFixture, bad: BadAnswer): Promise<AfterFailedCall> {
  const list = IN_TURN.find((one) => one.includes(bad));
  if (list !== undefined) {
    const label = `registrations answered badly, ${IN_TURN.indexOf(list) + 1}`;
    const { count, rest } = await fixture.observe(label, () => register(fixture, list));
    const place = list.indexOf(bad);
    // A player that stopped after an earlier answer has not received this one.
    if (count > place) return { call: CALL, again: count > place + 1, ...rest };
  }
  const { count, rest } = await register(fixture, [bad]);
  if (count === 0) fixture.notExercised("the player asked for no registration", ["PLY-REG-01"]);
  return { call: CALL, again: count > 1, ...rest };
}

async function register(fixture: TransportFixture, answers: readonly BadAnswer[]): Promise<Attempts> {
  let count = 0;
  const { agent, manager } = await fixture.launch({
    // It may end before its start is noticed.
    wait: false,
    policy: (attempt, _, grant, host) => {
      const bad = answers[count];
      count += 1;
      // A player that treats a bad answer as an acceptance has not been accepted.
      return bad === undefined
        ? host.accept(attempt, grant)
        : badReaction(bad, host.accept({ ...attempt }, grant));
    },
  });
  const come = (times: number, withinMs: number) =>
    Promise.race([manager?.until(() => count >= times || undefined, withinMs), agent.exit(withinMs)]);
  await come(1, START_LIMIT_MS);
  for (let times = 2; count === times - 1 && times <= answers.length + 1; times += 1)
    await come(times, AGAIN_WITHIN_MS);
  return { count, rest: await stateAfterwards(agent) };
}

// A league manager whose RUN_MATCH is answered badly: each kind of bad answer to the first call about one match.

/** The referee answers each call after this time, so that the next one comes in the meantime. In milliseconds. */
const THOUGHT_MS = gracePeriodMs();

interface Assignments {
  /** The state of the manager afterwards. */
  rest: Pick<AfterFailedCall, "failed" | "afterwards">;
  /** Every RUN_MATCH that the only referee was sent, in order. */
  calls: readonly Received[];
  /** The answer to the first call about each match. */
  answered: ReadonlyMap<unknown, BadAnswer>;
}

/** The kinds of bad answers that share a league; the broken connection is the control. */
const ALL: readonly BadAnswer[] = [RESET, "other id", ...BAD_ANSWERS.map(({ answer }) => answer)];

async function afterAssignment(fixture: TransportFixture, bad: BadAnswer): Promise<AfterFailedCall> {
  const shared = afterCallAnswered(await sharedAssignments(fixture), bad);
  // In the shared league another answer may be the cause of the failure.
  if (shared?.again === true && !shared.failed) return shared;
  const alone = afterCallAnswered(await assign(fixture, [bad]), bad);
  return alone ?? fixture.notExercised("the league manager assigned no match", ["LM-MATCH-01"]);
}

/** The league with all kinds of bad answers. */
async function sharedAssignments(fixture: TransportFixture): Promise<Assignments> {
  const done = await fixture.once("a league with bad answers to RUN_MATCH", (recorder) =>
    assign(fixture, ALL, { recorder }),
  );
  return fixture.quoting(done, ["RUN_MATCH"]);
}

function afterCallAnswered(
  { rest, calls, answered }: Assignments,
  bad: BadAnswer,
): AfterFailedCall | undefined {
  const [match] = [...answered].find(([, given]) => isSame(given, bad)) ?? [];
  if (match === undefined) return undefined;
  const again = calls.filter(({ message }) => message.match_id === match).length > 1;
  return { call: "its RUN_MATCH", again, ...rest };
}

function isSame(a: BadAnswer, b: BadAnswer): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

async function assign(
  fixture: TransportFixture,
  bad: readonly BadAnswer[],
  shared: Pick<NonNullable<Parameters<TransportFixture["launch"]>[0]>, "recorder"> = {},
): Promise<Assignments> {
  const players = 2 * bad.length;
  const { agent, managed: league, stop } = await fixture.launch({ players, referees: 1, ...shared });
  const left = [...bad];
  const answered = new Map<unknown, BadAnswer>();
  const referee = await league?.addReferee({
    maxConcurrentMatches: bad.length,
    script: playsOneRound(),
    react: ({ type, message }): Reaction | undefined => {
      const { match_id } = message;
      if (type !== "RUN_MATCH" || answered.has(match_id)) return undefined;
      const next = left.shift();
      if (next === undefined) return undefined;
      answered.set(match_id, next);
      const fields = { match_id, status: "acknowledged" };
      return later(badReaction(next, { say: "RUN_MATCH_ACK", fields }));
    },
  });
  for (let i = 0; i < players; i += 1) await league?.addPlayer();
  const calls = () => referee?.receivedOf("RUN_MATCH") ?? [];
  const isAgain = (match: unknown) => calls().filter(({ message }) => message.match_id === match).length > 1;
  const isNextRound = () => new Set(calls().map(({ message }) => message.round_id)).size > 1;
  const enough = () => left.length === 0 && (isNextRound() || [...answered.keys()].every(isAgain));
  await league?.play({ enough, quietMs: AGAIN_WITHIN_MS, withinMs: AGAIN_WITHIN_MS });
  const rest = await stateAfterwards(agent);
  await stop();
  return { rest, calls: calls(), answered };
}

/** Reports only the first round, because later ones show nothing more and cost many messages. */
function playsOneRound(): RefereeScript {
  const well = reports();
  let first: { roundId: unknown } | undefined;
  return async (assignment, tools) => {
    first ??= assignment;
    if (assignment.roundId === first.roundId) await well(assignment, tools);
  };
}

function later(reaction: Reaction): Reaction {
  if (!("http" in reaction)) return { ...reaction, afterMs: THOUGHT_MS };
  const { http } = reaction;
  return http.kind === "reply" ? { http: { ...http, delayMs: THOUGHT_MS } } : reaction;
}

export const FAILED_CALL: TimedStep = [longestOf(START_LIMIT_MS, quickMatch()), times(2, AGAIN_WITHIN_MS)];

/** The control: the agent's reaction to a broken connection on that call. */
export function afterReset(fixture: TransportFixture): Promise<AfterFailedCall> {
  return fixture.role === "referee"
    ? fixture.observe("the connection broke on a call of the agent", () => afterFirst(fixture, RESET))
    : afterFirst(fixture, RESET);
}

/** Gives a bad answer to the agent's first call of a kind, and correct answers to later ones. */
export function afterFirst(fixture: TransportFixture, bad: BadAnswer): Promise<AfterFailedCall> {
  switch (fixture.role) {
    case "player":
      return afterRegistration(fixture, bad);
    case "referee":
      return afterReport(fixture, bad);
    case "manager":
      return afterAssignment(fixture, bad);
  }
}

async function afterReport(fixture: TransportFixture, bad: BadAnswer): Promise<AfterFailedCall> {
  const { agent, matches } = await fixture.withPeers();
  const first = bad === "other id" ? wrongId(records()) : wire(bad);
  const match = await matches?.prepareMatch({ reports: [first, records()] });
  const reports = () => match?.observe().reports.length ?? 0;
  await match?.play();
  if (reports() === 0) fixture.notExercised("the referee reported no match", ["REF-RUN-01", "REF-REP-01"]);
  await match?.until((seen) => seen.reports[1], AGAIN_WITHIN_MS);
  return { call: "its MATCH_RESULT_REPORT", again: reports() > 1, ...(await stateAfterwards(agent)) };
}
