/** A run of the suite on an agent in this process, on simulated time. A test says what is unusual about the agent or the run. */

import { messageRule } from "../src/checks/observed.js";
import { loadChecks, type RegisteredCheck, register } from "../src/checks/registry.js";
import { deadlineOf } from "../src/contract.js";
import type { PlayerFixture } from "../src/fixtures/member-fixtures.js";
import { loadProfile } from "../src/profiles/load.js";
import { type RunOptions, run } from "../src/run/run.js";
import { select } from "../src/run/select.js";
import { type InProcessOptions, inProcessSubject } from "../src/subject/in-process-subject.js";
import { referenceAgent } from "../src/subject/reference-agent.js";
import type { InProcessSubject, Instance, Subject } from "../src/subject/subject.js";
import { answersTo } from "../src/time/steps.js";
import type { Check, Report, Role, RunEvent } from "../src/types.js";
import { type Environment, simulatedEnvironment } from "../src/wire/environment.js";

export interface Trial extends Partial<Pick<InProcessOptions, "agent" | "inject" | "wire">> {
  /** Default: all of the role. */
  checks?: readonly RegisteredCheck[];
  /** What the suite gets in place of an agent that it starts itself. */
  meets?: (started: InProcessSubject, environment: Environment) => Subject | Promise<Subject>;
  /** Default: in the canonical form, which is not probed; `profile: undefined` detects the form. */
  options?: Partial<RunOptions>;
}

export interface InMemoryRun {
  report: Report;
  events: readonly RunEvent[];
  /** The texts of the notes. */
  notes: readonly string[];
  /** The duration that the run announces. */
  expected_ms: number;
  /** The maximum duration that the run announces. */
  announced_ms: number;
}

/** A run on the reference agent, or on another one. */
export async function runInMemory(
  role: Role,
  { checks, meets = (started) => started, options = {}, ...agent }: Trial = {},
): Promise<InMemoryRun> {
  const { seed = 1 } = options;
  const environment = simulatedEnvironment(seed);
  const events: RunEvent[] = [];
  const started = inProcessSubject(environment, {
    label: role,
    agent: referenceAgent(role),
    lasts: true,
    seed,
    ...agent,
  });
  const report = await run({
    role,
    environment,
    subject: await meets(started, environment),
    checks: checks ?? select(await loadChecks(), role, {}),
    seed,
    profile: loadProfile("canonical"),
    trusted: true,
    onEvent: (event) => events.push(event),
    ...options,
  });
  const begun = events.find((event) => event.type === "run_started");
  return {
    report,
    events,
    notes: events.flatMap((event) => (event.type === "note" ? [event.text] : [])),
    expected_ms: begun?.expected_ms ?? 0,
    announced_ms: begun?.worst_case_ms ?? 0,
  };
}

/** On the reference player; default: of the checks in the test folder. */
export async function tryPlayer(trial: Trial = {}): Promise<InMemoryRun> {
  const options = { trusted: false, ...trial.options };
  return runInMemory("player", { checks: await testChecks(), ...trial, options });
}

/** A check that a test defines. */
export function own(
  name: string,
  run: Check<PlayerFixture>["run"],
  more: Partial<Check<PlayerFixture>> = {},
): RegisteredCheck {
  return register<PlayerFixture>(
    {
      id: `player/own/${name}`,
      title: name,
      decides: ["PLY-JOIN-01"],
      steps: [10_000],
      run,
      ...more,
    },
    "test",
  );
}

/** The verdicts by the last part of the check's id. */
export const verdicts = ({ checks }: Report) =>
  Object.fromEntries(checks.map(({ id, verdict }) => [id.split("/")[2], verdict]));

export const failures = ({ checks }: Report) =>
  checks.filter(({ verdict }) => verdict === "fail" || verdict === "warn").map(({ id }) => id);

export const passes = ({ checks }: Report) =>
  checks.filter(({ verdict }) => verdict === "pass").map(({ id }) => id);

/** An agent as `--url` meets it: one instance that the user has started, on its own port. */
export function runningAlready(
  inner: InProcessSubject,
  port: number,
  numbers = { players: 4, referees: 2 },
): InProcessSubject {
  let running: Promise<Instance> | undefined;
  return {
    ...inner,
    canStart: false,
    canRestart: false,
    capacity: 1,
    launch: (options) => {
      running ??= inner.launch({ ...options, port, ...numbers });
      return running;
    },
  };
}

/** A few checks for tests, so that the tests of the engine do not depend on the real ones. */
export async function testChecks(): Promise<RegisteredCheck[]> {
  return [
    register<PlayerFixture>(
      {
        id: "player/choice/echoes-match",
        title: "names the match that it was asked about",
        decides: ["PLY-CHOICE-06"],
        steps: [answersTo("GAME_INVITATION", "CHOOSE_PARITY_CALL")],
        async run({ player, league, expect }) {
          const match = await league.invite(player);
          const reply = await match.askChoice(player);
          expect(reply.result.match_id, "match_id of the choice").is(match.id);
        },
      },
      "test",
    ),
    register<PlayerFixture>(
      {
        id: "player/join/joins-in-time",
        title: "answers an invitation with GAME_JOIN_ACK within its deadline",
        decides: ["PLY-JOIN-01"],
        steps: [answersTo("GAME_INVITATION")],
        async run({ player, league, expect }) {
          const match = await league.invite(player);
          expect(match.joined.result.message_type, "the answer to the invitation").is("GAME_JOIN_ACK");
          expect
            .time(match.joined.ms, "the answer to the invitation")
            .isAtMost(deadlineOf("GAME_INVITATION"));
        },
      },
      "test",
    ),
    register(
      messageRule({
        id: "transport/response/result-or-error",
        title: "puts exactly one of result and error into every response",
        rules: [["result-xor-error", "TRN-RPC-03"]],
      }),
      "test",
    ),
  ];
}
