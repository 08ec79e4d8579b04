/**
 * The vocabulary of the whole suite: what a check is, what it may end as, and what a run reports.
 * Reports, the terminal and the JSON Schema of the report are all made from these types.
 */

/** The agent under test plays one of these; the suite plays the others. */
import type { ProfileDocument } from "./profiles/codec.js";

export type Role = "player" | "referee" | "manager";

export type Level = "must" | "should" | "may";

/** One meaning in every mode and reporter. */
export type Verdict =
  | "pass"
  | "fail"
  | "warn"
  | "not-applicable"
  | "not-exercised"
  | "inconclusive"
  | "harness-error";

/** One line of the conversation between the suite and the agent. `at_ms` counts from the start of the check. */
export interface TranscriptEntry {
  at_ms: number;
  from: string;
  to: string;
  kind: "request" | "reply" | "failure" | "note";
  status?: number;
  json?: unknown;
  bytes?: string;
  note?: string;
}

export interface CheckResult {
  id: string;
  clause: string[];
  level: Level;
  group: string;
  title: string;
  verdict: Verdict;
  duration_ms: number;
  diagnosis?: string;
  hint?: string;
  expected?: string;
  received?: string;
  /** Clauses that other checks judge, and whose breach kept this check from being exercised. */
  blocked_by?: string[] | undefined;
  /** How many checks were not exercised because of what this one has found. */
  blocks?: number;
  /** Almost every message of the agent is wrong in this way, so that other failures may follow from it. */
  everywhere?: boolean;
  /** The baseline expects this check to fail, and says why. */
  excused?: { reason: string; link?: string; expires?: string };
  transcript: TranscriptEntry[];
  reproduce?: { curl?: string | undefined; replay: string };
}

/** The contract that was tested against. */
export interface SpecIdentity {
  name: string;
  version: string;
  hash: string;
}

export interface Summary {
  pass: number;
  fail: number;
  warn: number;
  not_applicable: number;
  not_exercised: number;
  inconclusive: number;
  harness_error: number;
  must_coverage: number;
}

/** 0 conforms; 1 a MUST failed; 2 usage; 3 agent unreachable; 4 inconclusive, cut short or nothing executed; 5 the suite failed. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5;

/** The run's measurements of the machine and of the agent's starts. Times are in milliseconds. */
export interface Machine {
  timing_margin_ms: number;
  /** How many processes of the agent the suite has started. */
  instances_started: number;
  /** The duration of the first start. */
  start_ms?: number | undefined;
  start_cpu_ms?: number | undefined;
  /** How many instances started at once. */
  starts_at_once?: number | undefined;
}

export interface Report {
  schema: string;
  spec: SpecIdentity;
  role: Role;
  wire: string;
  /** The profile of the form, where it was derived and is no bundled one. */
  wire_profile?: ProfileDocument | undefined;
  agent: string;
  seed: number;
  /** The other options that changed the run, as words of the command line: the command of `replay` repeats them. */
  options?: string[] | undefined;
  /** Checks that wait, or need an instance of their own, were left out. */
  quick?: true | undefined;
  /** The user had chosen some of the checks. */
  selected?: true | undefined;
  started_at: string;
  duration_ms: number;
  machine: Machine;
  summary: Summary;
  checks: CheckResult[];
  exit_code: ExitCode;
}

/** Everything that a reporter sees, in order. */
export type RunEvent =
  | {
      type: "run_started";
      role: Role;
      wire: string;
      agent: string;
      seed: number;
      started_at: string;
      checks: number;
      /** How long an agent that conforms takes, about. */
      expected_ms: number;
      worst_case_ms: number;
      timing_margin_ms: number;
      spec: SpecIdentity;
    }
  | { type: "check_started"; id: string; group: string }
  | { type: "check_finished"; result: CheckResult }
  | { type: "note"; text: string }
  | { type: "run_finished"; report: Report };

/** The requirements of a check for its instance. Without needs it shares an instance with other checks. */
export interface Needs {
  /** An instance that no other check has used, and why. */
  fresh?: string;
  /**
   * The suite must be able to start the agent, in these roles where only some are named. Without `last` the check starts
   * its own instances.
   */
  command?: true | readonly Role[];
  /** Before all others: a running league manager accepts no registration once its league has begun. */
  first?: true;
  /** May end the agent or its part in the league, so it runs after all others. */
  last?: true;
  /** Judges only the observations of the other checks: it runs at the very end, without an instance. */
  observes?: true;
}

/** What is unusual while a check runs: observers of the whole run leave out what they cannot judge then. */
export type Unusual =
  /** Messages break the contract. */
  | "invalid messages"
  /** The agent is killed and started again. */
  | "restart"
  /** The agent may end. */
  | "end"
  /** A round or the league is completed: what a player refuses afterwards may be out of order. */
  | "completion"
  /** A request or a match stays open. */
  | "stall"
  /** A match is ordered by a message of its own. */
  | "direct match";

/** The steps of a check, as data: its time limit follows from them. */
export type TimedStep =
  /** A time of the contract or of the suite, in milliseconds: what the step waits for has come by then, or never comes. */
  | number
  /** The suite's own requests, one after the other. Each is answered within its deadline, or given up a little later. */
  | { readonly answersTo: readonly string[] }
  | { readonly times: number; readonly of: TimedStep }
  /** Steps at the same time, or of which one is taken: only the longest counts. */
  | { readonly longestOf: readonly TimedStep[] }
  /** One after the other. */
  | readonly TimedStep[];

/** One check. `B` is the fixture of its role. */
export interface Check<B> {
  /** `role/group/name`, for example `player/choice/echoes-match`. */
  id: string;
  title: string;
  /** Clause ids. */
  decides: readonly string[];
  needs?: Needs;
  unusual?: Unusual;
  /** Its waits on the clock, one after the other: its time limit follows from them. */
  steps: readonly TimedStep[];
  /** The observation that it shares with others: the first of them makes it, the others only look at it. */
  shares?: string;
  /**
   * It mostly waits, and observes only its own matches: at a running referee, others of this kind may run at the same
   * time.
   */
  concurrent?: true;
  /** It takes half a second or more on an agent that conforms; `--quick` leaves it out. */
  slow?: true;
  run(fixture: B): Promise<void>;
}

/** A row of a table of checks: what each check says of itself, and the data in which it differs from the other rows. */
export type CheckRow<Data> = Pick<Check<never>, "id" | "title" | "decides"> & Data;
