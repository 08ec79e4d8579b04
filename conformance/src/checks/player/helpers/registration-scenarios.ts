/** Players whose registration the league manager answers late or never. */

import { deadlineOf, protocol, retryPause } from "../../../contract.js";
import type { AgentUnderTest } from "../../../fixtures/agent.js";
import type { PlayerFixture } from "../../../fixtures/player-fixture.js";
import { START_LIMIT_MS } from "../../../fixtures/starts.js";
import { MalformedReplies } from "../../../negatives/malformed-replies.js";
import type { Membership, Registration } from "../../../peers/actors/registration.js";
import type { ScriptedManager } from "../../../peers/actors/scripted-manager.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import type { Reaction } from "../../../peers/exchange/received.js";
import type { PlayerLeague } from "../../../peers/player-league.js";
import type { Scenario } from "../../../rule.js";
import { registrationTimeout } from "../../../time/protocol-deadlines.js";
import { times } from "../../../time/steps.js";
import type { TimedStep } from "../../../types.js";
import type { ScriptedAnswer } from "../../../wire/types.js";

/** The manager's reply to attempt number `index`, counted from 0. */
type Treatment = (
  manager: ScriptedManager,
  attempt: Registration,
  index: number,
  grant: Membership,
  around: { player: AgentUnderTest; league: PlayerLeague },
) => Reaction | Promise<Reaction>;

interface Registering {
  player: AgentUnderTest;
  league: PlayerLeague;
  /** The attempts so far, the first among them. */
  attempts: readonly Registration[];
  /** Waits for attempt number `count`, counted from 1; undefined when it does not come in time or the player has ended. */
  attempt(count: number, withinMs: number): Promise<Registration | undefined>;
}

/** Starts a player and waits for its first attempt to register. */
async function launchUnregistered(fixture: PlayerFixture, treat: Treatment): Promise<Registering> {
  const launched: ReturnType<PlayerFixture["launch"]> = fixture.launch({
    wait: false,
    policy: async (attempt, index, grant) => {
      const around = await launched;
      return treat(around.league.manager, attempt, index, grant, around);
    },
  });
  const { player, league } = await launched;
  const { registrations } = league.manager;
  const attempt = async (count: number, withinMs: number) => {
    const come = league.manager.until(() => registrations[count - 1], withinMs);
    await Promise.race([come, player.exit(withinMs)]);
    return registrations[count - 1];
  };
  await Promise.race([player.instance.ready(START_LIMIT_MS), attempt(1, START_LIMIT_MS)]);
  if ((await attempt(1, registrationTimeout())) === undefined)
    fixture.notExercised("the player did not send a registration", ["PLY-REG-01"]);
  return { player, league, attempts: registrations, attempt };
}

/** Closes the connection without an answer: the manager cannot be reached. */
const CLOSED: Reaction = { http: { kind: "close" } };

/** "ended with exit code 1" or "was still running". */
function describeExit({ instance }: AgentUnderTest): string {
  const exit = instance.exit();
  if (exit === undefined) return "was still running";
  return exit.signal === null ? `ended with exit code ${exit.code}` : `ended by ${exit.signal}`;
}

const deadline = deadlineOf("LEAGUE_REGISTER_REQUEST");

/** What one player of its own has shown. */
function scenario<Part>(
  name: string,
  steps: readonly TimedStep[],
  play: (fixture: PlayerFixture) => Promise<Part>,
): Scenario<PlayerFixture, Part> {
  return { name, steps, about: () => ({}), play: async (fixture) => [await play(fixture)] };
}

// A player whose connection is closed first, whose next request is answered with a malformed response, and which is then accepted.

/** Without these members a response accepts no player, which will try again or end. */
const DECISIVE = ["/status", "/player_id"];

/** Between two attempts to register, the longest of the pauses that the contract proposes. */
const NEXT_ATTEMPT_MS = 2 * retryPause("LEAGUE_REGISTER_REQUEST", 2);

interface MalformedResponse {
  /** It tried again when the connection was closed. */
  repeatsRegistration: boolean;
  /** The fault in the response, and the number of faults tried. */
  sent: readonly string[];
  note: string;
  /** The outcome of a match after the last attempt was accepted; undefined without one. */
  joined: Answer | undefined;
  /** "was still running" or how it ended, for a diagnosis. */
  exitStatus: string;
}

/** A closed connection, then a malformed answer, then an acceptance and an invitation. */
export const MALFORMED_RESPONSE = scenario<MalformedResponse>(
  "the connection of a player was closed, and its next request answered with a malformed response",
  [
    [registrationTimeout(), registrationTimeout(), NEXT_ATTEMPT_MS, deadlineOf("GAME_INVITATION")],
    // A player that does not try again is started once more, and not answered.
    times(3, deadline),
  ],
  async (fixture) => {
    const replies = new MalformedReplies("LEAGUE_REGISTER_RESPONSE", fixture.random, DECISIVE);
    const sent: string[] = [];
    const { player, league, attempt } = await launchUnregistered(fixture, (manager, one, index, grant) => {
      if (index === 0) return CLOSED;
      // A response that is no acceptance must not be stored as one.
      return index === 1 ? replies.next(manager.accept({ ...one }, grant), sent) : manager.accept(one, grant);
    });
    const repeatsRegistration = (await attempt(2, registrationTimeout())) !== undefined;
    const isAccepted = repeatsRegistration && (await attempt(3, NEXT_ATTEMPT_MS)) !== undefined;
    const referee = league.referee(fixture.form.knownReferee ?? "REF01");
    const joined = isAccepted ? await league.match({}, referee).invite(player) : undefined;
    return {
      repeatsRegistration,
      sent,
      note: replies.note("player"),
      joined,
      exitStatus: describeExit(player),
    };
  },
);

// A player whose registration is answered late, but in time. One is started for all checks of this.

/** Half of the time that the player has for its registration. */
const CALL_MS = deadline / 2;

export const ANSWER_AFTER_MS = deadline * 0.94;

export const LATE_ANSWER_WATCHED_MS = deadline * 1.1;

interface LateAnswer {
  /** The answer of its endpoint to a call during its registration. */
  endpoint: Answer;
  /** The number of registrations while it waited. */
  attempts: number;
  isRunning: boolean;
  /** "was still running" or how it ended, for a diagnosis. */
  exitStatus: string;
}

export const LATE_ANSWER = scenario<LateAnswer>(
  "the league manager answered a registration just in time",
  [times(2, deadline)],
  async (fixture) => {
    let resolve: (answer: Answer) => void = () => undefined;
    const called = new Promise<Answer>((done) => {
      resolve = done;
    });
    const { player, attempts } = await launchUnregistered(
      fixture,
      async (manager, attempt, index, grant, { player: agent, league }) => {
        if (index === 0) resolve(await callAsItWaits(league, agent, attempt));
        const afterMs = Math.max(0, attempt.at_ms + ANSWER_AFTER_MS - fixture.clock.now());
        return { ...manager.accept(attempt, grant), afterMs };
      },
    );
    await fixture.pause(LATE_ANSWER_WATCHED_MS);
    return {
      endpoint: await called,
      attempts: attempts.length,
      isRunning: player.instance.exit() === undefined,
      exitStatus: describeExit(player),
    };
  },
);

/** A player with a fixed port does not answer at the assigned port, but at its registered endpoint. */
async function callAsItWaits(
  { client }: PlayerLeague,
  { name, url, identity, variables }: AgentUnderTest,
  { endpoint }: Registration,
): Promise<Answer> {
  const call = (at: string) =>
    client.call({ name, url: at, identity, variables }, "ping", undefined, { timeoutMs: CALL_MS });
  const answer = await call(url);
  const registered = URL.parse(endpoint ?? "");
  const isElsewhere = registered !== null && registered.port !== new URL(url).port;
  return answer.outcome === "failure" && isElsewhere ? call(registered.href) : answer;
}

// A player whose league manager closes the connection on each of its registrations. One is started for all checks that look at this.

/** No document defines the length of the pauses; a player with longer ones is not observed to its end. */
const UNANSWERED_WATCHED_MS = 5 * deadlineOf("LEAGUE_REGISTER_REQUEST");

export const ENDING_MS = deadlineOf("SHUTDOWN_COMMAND");

interface UnansweredRegistrations {
  /** The arrival time of each registration. */
  times: readonly number[];
  /** Its exit code, null where a signal ended it; undefined while it runs. */
  exitCode: number | null | undefined;
  /** "was still running" or how it ended, for a diagnosis. */
  exitStatus: string;
  /** Whether it still tries again. */
  goesOn: boolean;
}

export const UNANSWERED = scenario<UnansweredRegistrations>(
  "the league manager closed the connection on each registration of a player",
  [times(2, UNANSWERED_WATCHED_MS), ENDING_MS],
  async (fixture) => {
    const { player, attempts, attempt } = await launchUnregistered(fixture, () => CLOSED);
    const end = fixture.clock.now() + UNANSWERED_WATCHED_MS;
    await attempt(protocol.retries.registrationAttempts, UNANSWERED_WATCHED_MS);
    let tried: number;
    let exit: Awaited<ReturnType<typeof player.exit>>;
    do {
      tried = attempts.length;
      exit = await player.exit(ENDING_MS);
    } while (exit === undefined && attempts.length > tried && fixture.clock.now() < end);
    return {
      times: attempts.map(({ at_ms }) => at_ms),
      exitCode: exit?.code,
      exitStatus: describeExit(player),
      goesOn: exit === undefined && attempts.length > tried,
    };
  },
);

// A player whose first registrations are not answered in time, and whose next one is rejected: one start for both.

/** No answer, or only its headers. Each attempt gets one of them. */
export const SILENCES: readonly { what: string; http: ScriptedAnswer }[] = [
  { what: "said nothing", http: { kind: "never" } },
  { what: "sent only the headers of its answer", http: { kind: "stall", status: 200 } },
];

interface Rejection {
  /** Its exit code, null where a signal ended it; undefined while it runs. */
  exitCode: number | null | undefined;
  /** "was still running" or how it ended, for a diagnosis. */
  exitStatus: string;
}

interface SilentThenRejected {
  /** The times from each unanswered attempt to the next one, in milliseconds; fewer if no next one came. */
  waits: readonly number[];
  /** "was still running" or how it ended when no further attempt came, for a diagnosis. */
  exitStatus: string;
  /** Undefined if the player ended before. */
  rejection: Rejection | undefined;
}

/** Each missing answer until the player tries again, then the rejection, or that of another player. */
export const SILENT_THEN_REJECTED = scenario<SilentThenRejected>(
  "the league manager was silent twice, and then rejected the registration",
  [times(2 * SILENCES.length, deadline), times(2, registrationTimeout())],
  async (fixture) => {
    const { player, attempts, attempt } = await launchUnregistered(fixture, (manager, one, index) => {
      const silence = SILENCES[index];
      return silence === undefined ? manager.reject(one, null) : { http: silence.http };
    });
    const waits: number[] = [];
    for (const index of SILENCES.keys()) {
      const next = await attempt(index + 2, 2 * deadline);
      if (next === undefined) return { waits, exitStatus: describeExit(player), rejection: undefined };
      waits.push(next.at_ms - (attempts[index]?.at_ms ?? 0));
    }
    const rejection = await endOf(player);
    return { waits, exitStatus: rejection.exitStatus, rejection };
  },
);

/** The rejection of a first attempt, for a player that makes no attempt after an unanswered one. */
export async function rejectedAtOnce(fixture: PlayerFixture): Promise<Rejection> {
  const { player } = await launchUnregistered(fixture, (manager, one) => manager.reject(one, null));
  return endOf(player);
}

/** Whether the player retries after a missing answer, another sign of an unreachable league manager. */
export async function retriesAfterTimeout(fixture: PlayerFixture): Promise<boolean> {
  const { attempt } = await launchUnregistered(fixture, (manager, one, index, grant) =>
    index === 0 ? { http: { kind: "never" } } : manager.accept(one, grant),
  );
  return (await attempt(2, 2 * deadline)) !== undefined;
}

async function endOf(player: AgentUnderTest): Promise<Rejection> {
  const exit = await player.exit(registrationTimeout());
  return { exitCode: exit?.code, exitStatus: describeExit(player) };
}
