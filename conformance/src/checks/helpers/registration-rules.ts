/** Players and referees whose registration the league manager answers late, never or with a rejection. */
import { deadlineOf, protocol } from "../../contract.js";
import type { AgentUnderTest } from "../../fixtures/agent.js";
import type { FixtureBase } from "../../fixtures/base.js";
import type { Started, StartOptions } from "../../fixtures/start.js";
import { START_LIMIT_MS } from "../../fixtures/starts.js";
import type { Membership, Registration } from "../../peers/actors/registration.js";
import type { Answer } from "../../peers/exchange/answer.js";
import { PeerClient } from "../../peers/exchange/peer-client.js";
import type { Reaction } from "../../peers/exchange/received.js";
import { rule, type Scenario } from "../../rules/rule.js";
import { registrationTimeout } from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check, TimedStep } from "../../types.js";
import type { ScriptedAnswer } from "../../wire/types.js";

/** The same for players and for referees. */
const deadline = deadlineOf("LEAGUE_REGISTER_REQUEST");

/** A fixture that starts agents, each in a league that the suite manages. */
interface Starting<Instance extends Started = Started> extends FixtureBase {
  launch(options: StartOptions): Promise<Instance>;
}

/** The manager's reply to attempt number `index`, counted from 0. */
type Treatment = (
  instance: Started,
  attempt: Registration,
  index: number,
  grant: Membership,
) => Reaction | Promise<Reaction>;

interface Registering<Instance> {
  instance: Instance;
  /** The attempts so far, the first among them. */
  attempts: readonly Registration[];
  /** Waits for attempt number `count`, counted from 1; undefined when it does not come in time or the agent has ended. */
  attempt(count: number, withinMs: number): Promise<Registration | undefined>;
}

/** Starts an agent and waits for its first attempt to register, for as long as one takes after its port is open. */
export async function launchUnregistered<Instance extends Started>(
  fixture: Starting<Instance>,
  treat: Treatment,
): Promise<Registering<Instance>> {
  const launched: Promise<Instance> = fixture.launch({
    wait: false,
    policy: async (attempt, index, grant) => treat(await launched, attempt, index, grant),
  });
  const instance = await launched;
  const { agent, manager } = instance;
  const { registrations } = manager;
  const attempt = async (count: number, withinMs: number) => {
    const come = manager.until(() => registrations[count - 1], withinMs);
    await Promise.race([come, agent.exit(withinMs)]);
    return registrations[count - 1];
  };
  await Promise.race([agent.instance.ready(START_LIMIT_MS), attempt(1, START_LIMIT_MS)]);
  if ((await attempt(1, deadline)) === undefined)
    fixture.notExercised("the agent did not send a registration", ["PLY-REG-01", "REF-REG-01"]);
  return { instance, attempts: registrations, attempt };
}

/** Closes the connection without an answer: the manager cannot be reached. */
export const CLOSED: Reaction = { http: { kind: "close" } };

/** How the process has ended, or that it runs. */
interface Ending {
  /** Null where a signal ended it; undefined while it runs. */
  exitCode: number | null | undefined;
  /** "was still running" or how it ended, for a diagnosis. */
  exitStatus: string;
}

export function endingOf({ instance }: AgentUnderTest): Ending {
  const exit = instance.exit();
  if (exit === undefined) return { exitCode: undefined, exitStatus: "was still running" };
  const exitStatus = exit.signal === null ? `ended with exit code ${exit.code}` : `ended by ${exit.signal}`;
  return { exitCode: exit.code, exitStatus };
}

/** What one agent of its own has shown. */
export function registering<F, Part>(
  name: string,
  steps: readonly TimedStep[],
  play: (fixture: F) => Promise<Part>,
): Scenario<F, Part> {
  return { name, steps, about: () => ({}), play: async (fixture) => [await play(fixture)] };
}

// An agent whose registration is answered late, but in time.

/** Half of the time that the agent has for its registration. */
const CALL_MS = deadline / 2;

const ANSWER_AFTER_MS = deadline * 0.94;

const LATE_ANSWER_WATCHED_MS = deadline * 1.1;

interface LateAnswer extends Ending {
  /** The answer of its endpoint to a call during its registration. */
  endpoint: Answer;
  /** The number of registrations while it waited. */
  attempts: number;
}

export const LATE_ANSWER: Scenario<Starting, LateAnswer> = registering(
  "the league manager answered a registration just in time",
  [times(2, deadline)],
  async (fixture: Starting) => {
    let resolve: (answer: Answer) => void = () => undefined;
    const called = new Promise<Answer>((done) => {
      resolve = done;
    });
    const { instance, attempts } = await launchUnregistered(
      fixture,
      async (started, attempt, index, grant) => {
        if (index === 0) resolve(await callAsItWaits(started, attempt));
        const afterMs = Math.max(0, attempt.at_ms + ANSWER_AFTER_MS - fixture.clock.now());
        return { ...started.manager.accept(attempt, grant), afterMs };
      },
    );
    await fixture.pause(LATE_ANSWER_WATCHED_MS);
    return { endpoint: await called, attempts: attempts.length, ...endingOf(instance.agent) };
  },
);

/** An agent with a fixed port does not answer at the assigned port, but at its registered endpoint. */
async function callAsItWaits(
  { peerContext, agent: { name, url, identity, variables } }: Started,
  { endpoint }: Registration,
): Promise<Answer> {
  const client = new PeerClient(peerContext, { sender: "league_manager" });
  const call = (at: string) =>
    client.call({ name, url: at, identity, variables }, "ping", undefined, { timeoutMs: CALL_MS });
  const answer = await call(url);
  const registered = URL.parse(endpoint ?? "");
  const isElsewhere = registered !== null && registered.port !== new URL(url).port;
  return answer.outcome === "failure" && isElsewhere ? call(registered.href) : answer;
}

// An agent none of whose registrations is answered.

/** A referee may be started before its league manager, and try until that listens: for it no answer comes instead. */
const UNHEARD = {
  player: { reaction: CLOSED, manager: "closes the connection", answered_ms: 0 },
  referee: { reaction: { http: { kind: "never" } }, manager: "answers nothing", answered_ms: deadline },
} satisfies Record<string, { reaction: Reaction; manager: string; answered_ms: number }>;

/** No document defines the length of the pauses; an agent with longer ones is not observed to its end. */
const UNANSWERED_WATCHED_MS = 5 * deadline;

const ENDING_MS = deadlineOf("SHUTDOWN_COMMAND");

/** Attempts that follow each other without a pause are all over within this time. */
const NO_PAUSES_MS = 100;

interface UnansweredRegistrations extends Ending {
  /** The arrival time of each registration. */
  times: readonly number[];
  /** Whether it still tries again. */
  goesOn: boolean;
}

function unanswered(role: keyof typeof UNHEARD): Scenario<Starting, UnansweredRegistrations> {
  const { reaction, manager, answered_ms } = UNHEARD[role];
  return registering(
    `a league manager that ${manager} at each registration`,
    [times(2, UNANSWERED_WATCHED_MS), answered_ms + ENDING_MS],
    async (fixture: Starting) => {
      const { instance, attempts, attempt } = await launchUnregistered(fixture, () => reaction);
      const { agent } = instance;
      const end = fixture.clock.now() + UNANSWERED_WATCHED_MS;
      await attempt(protocol.retries.registrationAttempts, UNANSWERED_WATCHED_MS);
      let tried: number;
      let exit: Awaited<ReturnType<typeof agent.exit>>;
      do {
        tried = attempts.length;
        exit = await agent.exit(answered_ms + ENDING_MS);
      } while (exit === undefined && attempts.length > tried && fixture.clock.now() < end);
      const goesOn = exit === undefined && attempts.length > tried;
      return { times: attempts.map(({ at_ms }) => at_ms), ...endingOf(agent), goesOn };
    },
  );
}

// An agent whose first registrations are not answered in time, and whose next one is rejected: one start for both.

/** No answer, or only its headers. Each attempt gets one of them. */
const SILENCES: readonly { what: string; http: ScriptedAnswer }[] = [
  { what: "said nothing", http: { kind: "never" } },
  { what: "sent only the headers of its answer", http: { kind: "stall", status: 200 } },
];

interface SilentThenRejected {
  /** The times from each unanswered attempt to the next one, in milliseconds; fewer if no next one came. */
  waits: readonly number[];
  /** "was still running" or how it ended when no further attempt came, for a diagnosis. */
  exitStatus: string;
  /** Undefined if the agent ended before. */
  rejection: Ending | undefined;
}

/** Each missing answer until the agent tries again, then the rejection, or that of another agent. */
const SILENT_THEN_REJECTED: Scenario<Starting, SilentThenRejected> = registering(
  "the league manager was silent twice, and then rejected the registration",
  [times(2 * SILENCES.length, deadline), times(2, registrationTimeout())],
  async (fixture: Starting) => {
    const { instance, attempts, attempt } = await launchUnregistered(fixture, ({ manager }, one, index) => {
      const silence = SILENCES[index];
      return silence === undefined ? manager.reject(one, null) : { http: silence.http };
    });
    const waits: number[] = [];
    for (const index of SILENCES.keys()) {
      const next = await attempt(index + 2, 2 * deadline);
      if (next === undefined)
        return { waits, exitStatus: endingOf(instance.agent).exitStatus, rejection: undefined };
      waits.push(next.at_ms - (attempts[index]?.at_ms ?? 0));
    }
    const rejection = await rejected(instance);
    return { waits, exitStatus: rejection.exitStatus, rejection };
  },
);

async function rejected({ agent }: Started): Promise<Ending> {
  await agent.exit(registrationTimeout());
  return endingOf(agent);
}

/** The rejection of a first attempt, for an agent that makes no attempt after an unanswered one. */
async function rejectedAtOnce(fixture: Starting): Promise<Ending> {
  const { instance } = await launchUnregistered(fixture, ({ manager }, one) => manager.reject(one, null));
  return rejected(instance);
}

interface Clauses {
  /** How long it waits for an answer, and how often it tries. */
  retries: string;
  rejection: string;
  /** What it does when all attempts have failed. */
  end: string;
  /** Whether more attempts than four break the contract. */
  hasLimit?: true;
}

/** The rules about agents of this role that are not registered at once. */
export function registrationRules(
  role: "player" | "referee",
  { retries, rejection: ofRejection, end, hasLimit }: Clauses,
): Check<Starting>[] {
  const usual = { needs: { command: true } } as const;
  const { manager, answered_ms } = UNHEARD[role];
  const over = unanswered(role);
  return [
    rule({
      ...usual,
      id: `${role}/registration/tries-four-times`,
      title: `tries three times more, after pauses that grow, while the league manager ${manager}`,
      decides: [retries],
      over,
      judge({ times, exitCode, exitStatus }, about) {
        const wanted = protocol.retries.registrationAttempts;
        if (times.length < wanted && exitCode === undefined && times.length > 1) {
          about.notExercised(`after ${times.length} attempts the ${role} still runs and may try again`);
        }
        const what = `how often the ${role}, which ${exitStatus}, registered at a league manager that ${manager}`;
        about
          .expect(times.length, what)
          .isInteger({ min: wanted, ...(hasLimit === true ? { max: wanted } : {}) });
        const tried = times.slice(0, wanted);
        const pauses = tried.slice(1).map((at, i) => at - (tried[i] ?? at) - answered_ms);
        if (pauses.some((pause) => pause < 0))
          about.notExercised(`the ${role} did not wait for the answers, which another check judges`, [
            retries,
          ]);
        const [first = 0, last = 0] = [pauses[0], pauses.at(-1)];
        // A gap below the minimum time between two calls is no pause, on a slow machine either.
        const hasNone = pauses.reduce((sum, pause) => sum + pause, 0) < NO_PAUSES_MS;
        // Random variation may shorten single pauses, but the last is longer than the first.
        about.timely(hasNone ? Number.POSITIVE_INFINITY : first / 4, () =>
          about.expect.that(!hasNone && last > 1.3 * first, {
            diagnosis: `the pauses between its attempts to register were ${pauses.map(Math.round).join(", ")} ms; expected them to grow`,
            expected: "pauses that grow",
            received: pauses.map(Math.round).join(", "),
          }),
        );
      },
    }),
    /** The answer comes shortly before the deadline. */
    rule({
      ...usual,
      id: `${role}/registration/waits-ten-seconds`,
      title: "accepts an answer to its registration after almost ten seconds",
      decides: [retries],
      over: LATE_ANSWER,
      judge({ attempts, exitCode, exitStatus }, about) {
        about.timely((deadline - ANSWER_AFTER_MS) / 2, () =>
          about.expect.that(attempts === 1 && exitCode === undefined, {
            diagnosis: `the league manager needed ${ANSWER_AFTER_MS} ms to answer its registration; within ${LATE_ANSWER_WATCHED_MS} ms the ${role} registered ${attempts} times and ${exitStatus}`,
            expected: "one registration within ten seconds",
            received: `${attempts}; it ${exitStatus}`,
          }),
        );
      },
    }),
    rule({
      ...usual,
      id: `${role}/registration/waits-for-the-manager`,
      title: "waits ten seconds for the answer to its registration, and then tries again",
      decides: [retries],
      over: SILENT_THEN_REJECTED,
      judge({ waits, exitStatus }, { expect }) {
        for (const [index, { what }] of SILENCES.entries()) {
          const waited = waits[index];
          expect.that(waited !== undefined, {
            diagnosis: `the league manager ${what}; after ${2 * deadline} ms the ${role} had not tried again and ${exitStatus}`,
            expected: "another registration",
            received: exitStatus,
          });
          expect.time(waited ?? 0, `when the league manager ${what}, waiting for it`).isAtLeast(deadline);
        }
      },
    }),
    rule({
      ...usual,
      id: `${role}/registration/ends-when-rejected`,
      title: "ends with an error when its registration is REJECTED",
      decides: [ofRejection],
      over: SILENT_THEN_REJECTED,
      async afterwards([{ rejection }], fixture) {
        const { exitCode, exitStatus } = rejection ?? (await rejectedAtOnce(fixture));
        fixture.expect.that(exitCode !== undefined && exitCode !== 0, {
          diagnosis: `its registration was REJECTED without a reason, and within ${registrationTimeout()} ms the ${role} ${exitStatus}; expected it to end with an error`,
          expected: "an exit code other than 0",
          received: exitStatus,
        });
      },
    }),
    /** Another rule judges the number of attempts; an agent that still tries is not required to end. */
    rule({
      ...usual,
      id: `${role}/registration/ends-when-unheard`,
      title: `ends with an error at a league manager that ${manager} at each of its registrations`,
      decides: [end],
      over,
      judge({ times, exitCode, exitStatus, goesOn }, about) {
        if (goesOn) about.notExercised(`the ${role} has tried ${times.length} times and still tries`);
        about.expect.that(exitCode !== undefined && exitCode !== 0, {
          diagnosis: `at each of its ${times.length} registrations the league manager ${manager}, and ${answered_ms + ENDING_MS} ms after the last the ${role} ${exitStatus}; expected it to end with an error`,
          expected: "an exit code other than 0",
          received: exitStatus,
        });
      },
    }),
  ];
}
