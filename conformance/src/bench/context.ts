/** What one run knows, and every world in it shares. */
import { seededRandom } from "../doors.js";
import { Ledger } from "../oracle/ledger.js";
import type { Env, Recorder, WireForm } from "../peers/env.js";
import type { MatchStart } from "../peers/league-options.js";
import { McpSessions } from "../peers/mcp-session.js";
import type { ScriptedManager } from "../peers/scripted-manager.js";
import { Codec } from "../profiles/codec.js";
import { bundledProfiles, loadProfile } from "../profiles/load.js";
import type { Stage } from "../stage/stage.js";
import type { Subject } from "../subject/subject.js";
import { registrationPatience } from "../time/mandates.js";
import { Transcript } from "../transcript.js";
import type { Role } from "../types.js";
import { Gate } from "./gate.js";

export interface RunContext {
  readonly role: Role;
  readonly stage: Stage;
  readonly subject: Subject;
  readonly ledger: Ledger;
  readonly seed: number;
  /** The wire form; `--wire auto` sets it once it is known. */
  codec: Codec;
  /** What the search for the form has found; nothing where a profile was taken at its word. */
  found: Pick<WireForm, "asked" | "misunderstood">;
  /** All forms that the agent's own requests may be in, the run's own among them. */
  readonly forms: readonly Codec[];
  readonly sessions: McpSessions;
  /** Told the body of everything that the agent sends, before it is answered: for `--wire auto`. */
  onFirstMessage?: (body: unknown) => void;
  margin_ms(): number;
  /** Nobody will read the transcripts, so that results come without them. */
  readonly verdictsOnly?: boolean | undefined;
  /** The fixed port of the suite's league manager, for agents that run already. */
  readonly leaguePort?: number;
  /** How many a manager under test that runs already waits for. */
  readonly players?: number;
  readonly referees?: number;
  /** Shared by all instances when the port is fixed. */
  sharedManager?: Promise<ScriptedManager>;
  /** How many generated negatives a check may send for each message. */
  readonly fuzz: number;
  /** Counts the instances, for their names. */
  instances: { count: number };
  /** Instances that are starting: only so many at once, so that a small machine is not late for them. */
  readonly opening: Gate;
  /** How long an instance takes to start, at most; known better once one has started. */
  start_ms: number;
  /** How the manager under test starts its matches. */
  readonly matchStart: MatchStart;
  /** Observations that several checks look at, such as one played league. */
  readonly shared: Map<string, Promise<unknown>>;
}

/** The time for an agent to open its port: an interpreter may have to start, a database to be made. */
export const START_LIMIT_MS = 30_000;
const DEFAULT_FUZZ = 12;

export interface ContextOptions extends Pick<RunContext, "role" | "stage" | "subject" | "seed" | "codec"> {
  margin_ms?: () => number;
  verdictsOnly?: boolean | undefined;
  /** How many instances there are at once. */
  lanes: number;
  /** How many of them may start at once; default all. */
  starts?: number | undefined;
  fuzz?: number | undefined;
  leaguePort?: number | undefined;
  players?: number | undefined;
  referees?: number | undefined;
}

export function createContext({
  starts,
  lanes,
  fuzz,
  leaguePort,
  players,
  referees,
  margin_ms,
  ...given
}: ContextOptions): RunContext {
  return {
    ...given,
    ledger: new Ledger(),
    found: {},
    forms: bundledForms(),
    sessions: new McpSessions(),
    margin_ms: margin_ms ?? (() => 0),
    ...(leaguePort === undefined ? {} : { leaguePort }),
    ...(players === undefined ? {} : { players }),
    ...(referees === undefined ? {} : { referees }),
    fuzz: fuzz ?? DEFAULT_FUZZ,
    instances: { count: 0 },
    opening: new Gate(starts ?? lanes),
    start_ms: START_LIMIT_MS + registrationPatience(),
    matchStart: { by: undefined },
    shared: new Map(),
  };
}

/** Every form that comes with the SDK, the canonical one first. */
export function bundledForms(): readonly Codec[] {
  return bundledProfiles().map((name) => new Codec(loadProfile(name)));
}

export function newEnv(context: RunContext, label: string, recorder?: Recorder): Env {
  return {
    stage: context.stage,
    get codec() {
      return context.codec;
    },
    get wireForm() {
      const { name, isLeagueForm } = context.codec;
      return { name, isLeagueForm, ...context.found };
    },
    forms: context.forms,
    sessions: context.sessions,
    noticed: (body) => context.onFirstMessage?.(body),
    ledger: context.ledger,
    fuzz: context.fuzz,
    random: seededRandom(`${context.seed}/${label}`),
    recorder: recorder ?? { transcript: new Transcript(context.stage.clock), check: label },
    arrivals: new Set(),
    margin_ms: () => context.margin_ms(),
  };
}
