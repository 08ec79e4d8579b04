import type { AgentUnderTest } from "../../fixtures/agent.js";
import { START_LIMIT_MS } from "../../fixtures/starts.js";
import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import { records, wire, withWrongId, wrongId } from "../../peers/actors/behaviour.js";
import type { Answer } from "../../peers/exchange/answer.js";
import type { Reaction } from "../../peers/exchange/received.js";
import { type RefereeScript, reports } from "../../peers/referee-behaviour.js";
import type { Exit } from "../../subject/subject.js";
import { deadlineOf, gracePeriodMs, quickMatch } from "../../time/protocol-deadlines.js";
import { longestOf, times } from "../../time/steps.js";
import type { Check, Role, TimedStep } from "../../types.js";
import { CheckFailure } from "../../verdict.js";
import type { ScriptedAnswer } from "../../wire/types.js";
import { requests } from "./helpers/json-rpc.js";

/** The answer; `other id` is the correct answer with the id of another request. */
type BadAnswer = ScriptedAnswer | "other id";

/** The limit from the bad answer to the repetition, with the pauses before it. */
const AGAIN_WITHIN_MS = 2 * deadlineOf("RUN_MATCH");

const FAILED_CALL: TimedStep = [longestOf(START_LIMIT_MS, quickMatch()), times(2, AGAIN_WITHIN_MS)];

const text = (type: string, body: string, status = 200): ScriptedAnswer => ({
  kind: "reply",
  status,
  headers: [["content-type", type]],
  body,
});

/** The control: with this the call has certainly failed. */
const RESET: ScriptedAnswer = { kind: "reset" };

const BAD_ANSWERS: readonly { what: string; answer: ScriptedAnswer }[] = [
  { what: "HTTP 500", answer: text("text/plain", "Internal Server Error", 500) },
  { what: "an HTML page", answer: text("text/html", "<!doctype html><title>Welcome</title>") },
  { what: "JSON that is no JSON-RPC", answer: text("application/json", '{"hello":["world"]}') },
  {
    what: "JSON that breaks off",
    answer: text("application/json", '{"jsonrpc":"2.0","id":1,"result":{"stat'),
  },
];

const BODIES: readonly BadAnswer[] = BAD_ANSWERS.map(({ answer }) => answer);

export const outgoingChecks: readonly Check<TransportFixture>[] = [
  ...BAD_ANSWERS.map(
    ({ what, answer: bad }): Check<TransportFixture> => ({
      id: `transport/outgoing/${what.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`,
      title: `treats ${what} as a failed call, and still answers requests`,
      decides: ["TRN-OUT-03"],
      needs: { command: ["player", "manager"] },
      steps: [times(2, FAILED_CALL), requests(1), gracePeriodMs()],
      async run(fixture) {
        const { name: call, repeating, mayEnd } = CALLS[fixture.role];
        const plain = await afterAnswer(fixture, RESET);
        const { again, failed, afterwards } = await afterAnswer(fixture, bad);
        fixture.expect.that(mayEnd || !failed, {
          diagnosis: `the agent's process ended with an error after ${call} was answered with ${what}`,
          expected: "a failed call, as when the connection breaks",
          received: "the end of the process",
        });
        const isAlive = afterwards?.answer.failure === undefined || afterwards.exit?.code === 0;
        fixture.expect.that(isAlive, {
          diagnosis: `after ${call} had been answered with ${what}, a request to the agent ${afterwards === undefined ? "" : afterwards.answer.describeAsEnd()}`,
          expected: "any answer",
          received: afterwards?.answer.describe() ?? "nothing",
        });
        if (again || failed) return;
        if (!plain.again) {
          const why = `the agent does not repeat ${call} when the connection breaks, so that a failed call cannot be recognised`;
          fixture.notExercised(why);
        }
        // TRN-OUT-03 does not require that a failed call is repeated; another clause of each role does.
        throw new CheckFailure({
          diagnosis: `${call} was answered with ${what}, and the agent did not repeat it, as it does when the connection breaks`,
          expected: "a failed call, which is repeated",
          received: "no repetition",
          clauses: [repeating],
        });
      },
    }),
  ),
  {
    id: "transport/outgoing/other-ids",
    title: "does not accept a response with another id as the answer to its call",
    decides: ["TRN-OUT-04"],
    needs: { command: ["player", "manager"] },
    steps: [times(2, FAILED_CALL)],
    async run(fixture) {
      const { name: call } = CALLS[fixture.role];
      const plain = await afterAnswer(fixture, RESET);
      const odd = await afterAnswer(fixture, "other id");
      if (!plain.again) fixture.notExercised(`the agent does not repeat ${call} when the connection breaks`);
      fixture.expect.that(odd.again || odd.failed, {
        diagnosis: `the response to ${call} had another id than the call, and the agent took it for the answer`,
        expected: "a failed call",
        received: "no repetition",
      });
    },
  },
];

/** The call of each role whose answers are bad. */
interface Call {
  /** For the diagnosis. */
  name: string;
  /** The clause that requires the repetition of a failed call. */
  repeating: string;
  /** A player that could not register may end with an error (IS: REGISTRATION_FAILED). */
  mayEnd: boolean;
  /** Answers that one agent gets, each to another call. */
  together: readonly (readonly BadAnswer[])[];
  play(fixture: TransportFixture, answers: readonly BadAnswer[]): Promise<AnsweredBadly>;
  /** Why nothing is seen without such a call, and the clauses that are broken then. */
  none: readonly [why: string, blockedBy: readonly string[]];
  /** The messages that the transcript shows; default: all. */
  quoted?: readonly string[];
}

const CALLS: Readonly<Record<Role, Call>> = {
  player: {
    name: "its registration",
    repeating: "PLY-REG-05",
    mayEnd: true,
    // `other id` is last, because a player may accept it and make no further attempt.
    together: [
      [RESET, ...BODIES.slice(0, 2)],
      [...BODIES.slice(2), "other id"],
    ],
    play: register,
    none: ["the player asked for no registration", ["PLY-REG-01"]],
  },
  referee: {
    name: "its MATCH_RESULT_REPORT",
    repeating: "REF-REP-04",
    mayEnd: false,
    together: [[RESET]],
    play: report,
    none: ["the referee reported no match", ["REF-RUN-01", "REF-REP-01"]],
  },
  manager: {
    name: "its RUN_MATCH",
    repeating: "LM-MATCH-02",
    mayEnd: false,
    together: [[RESET, "other id", ...BODIES]],
    play: assign,
    none: ["the league manager assigned no match", ["LM-MATCH-01"]],
    quoted: ["RUN_MATCH"],
  },
};

interface Afterwards {
  /** Whether its process has ended with an error; a league manager may end without one after its league. */
  failed: boolean;
  /** A plain request afterwards; undefined when the process had ended by then. */
  afterwards: { answer: Answer; exit: Exit | undefined } | undefined;
}

/** What an agent has done whose calls were answered badly. */
interface AnsweredBadly extends Afterwards {
  /** Whether it repeated the call that was answered so; without an entry, no call was left for the answer. */
  repeated: ReadonlyMap<BadAnswer, boolean>;
}

/** What the agent does after this answer to a call, and correct answers to later ones. */
async function afterAnswer(
  fixture: TransportFixture,
  bad: BadAnswer,
): Promise<Afterwards & { again: boolean }> {
  const { name, mayEnd, together, play, none, quoted } = CALLS[fixture.role];
  const list = together.find((one) => one.includes(bad)) ?? [];
  if (list.length > 0) {
    const label = `an agent, ${name} answered badly, ${together.indexOf(list) + 1}`;
    const done = await fixture.recorded(label, () => play(fixture, list));
    const { repeated, ...rest } = fixture.quoting(done, quoted);
    const again = repeated.get(bad);
    // A registration is repeated or not before the next answer; in a league another answer may be the cause of a failure.
    const isClear = mayEnd || list.length === 1 || (again === true && !rest.failed);
    if (again !== undefined && isClear) return { again, ...rest };
  }
  const { repeated, ...rest } = await play(fixture, [bad]);
  const again = repeated.get(bad) ?? fixture.notExercised(...none);
  return { again, ...rest };
}

function badReaction(bad: BadAnswer, right: Reaction): Reaction {
  if (bad !== "other id") return { http: bad };
  return "say" in right ? { ...right, change: withWrongId } : right;
}

async function stateOf(agent: AgentUnderTest): Promise<Afterwards> {
  const ended = agent.instance.exit();
  if (ended !== undefined) return { failed: ended.code !== 0, afterwards: undefined };
  // An agent may register before its port listens, which another check judges.
  await agent.instance.ready(START_LIMIT_MS);
  const answer = await agent.call("ping");
  // A league manager may end with its league, and then receives nothing.
  const exit = answer.failure === undefined ? undefined : await agent.exit(gracePeriodMs());
  return { failed: false, afterwards: { answer, exit } };
}

/** A player whose registrations are answered so, in order; the next one is accepted. */
async function register(fixture: TransportFixture, answers: readonly BadAnswer[]): Promise<AnsweredBadly> {
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
  const repeated = new Map(answers.slice(0, count).map((bad, index) => [bad, count > index + 1]));
  return { repeated, ...(await stateOf(agent)) };
}

/** A referee whose first report of a match is answered so. */
async function report(
  fixture: TransportFixture,
  [bad = RESET]: readonly BadAnswer[],
): Promise<AnsweredBadly> {
  const { agent, matches } = await fixture.withPeers();
  const first = bad === "other id" ? wrongId(records()) : wire(bad);
  const match = await matches?.prepareMatch({ reports: [first, records()] });
  const reports = () => match?.observe().reports.length ?? 0;
  await match?.play();
  if (reports() > 0) await match?.until((seen) => seen.reports[1], AGAIN_WITHIN_MS);
  const repeated = new Map(reports() === 0 ? [] : [[bad, reports() > 1]]);
  return { repeated, ...(await stateOf(agent)) };
}

/** The referee of a league manager answers each call after this time, so that the next one comes in the meantime. In milliseconds. */
const THOUGHT_MS = gracePeriodMs();

/** A league manager whose first calls about each match are answered so. */
async function assign(fixture: TransportFixture, answers: readonly BadAnswer[]): Promise<AnsweredBadly> {
  const players = 2 * answers.length;
  const { agent, managed: league, stop } = await fixture.launch({ players, referees: 1 });
  const left = [...answers];
  const answered = new Map<unknown, BadAnswer>();
  const referee = await league?.addReferee({
    maxConcurrentMatches: answers.length,
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
  const rest = await stateOf(agent);
  await stop();
  return { repeated: new Map([...answered].map(([match, bad]) => [bad, isAgain(match)])), ...rest };
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
