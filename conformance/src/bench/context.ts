/** What one run knows, and every world in it shares. */
import { seededRandom } from "../doors.js";
import { Ledger } from "../oracle/ledger.js";
import type { Env, Recorder, WireForm } from "../peers/env.js";
import type { MatchStart } from "../peers/league-options.js";
import { McpSessions } from "../peers/mcp-session.js";
import type { ScriptedManager } from "../peers/scripted-manager.js";
import { SharedObservations } from "../peers/shared-observations.js";
import { Codec } from "../profiles/codec.js";
import { bundledProfiles, loadProfile } from "../profiles/load.js";
import type { ProfileDocument } from "../profiles/types.js";
import type { Stage } from "../stage/stage.js";
import type { Subject } from "../subject/subject.js";
import { registrationPatience } from "../time/mandates.js";
import { Transcript } from "../transcript.js";
import type { Role } from "../types.js";
import { type StartCost, startsAtOnce } from "./start-cost.js";
import { StartGate } from "./start-gate.js";
import { WaitClock } from "./wait-clock.js";

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
  /** The profile of a form that no list has, where the search has derived one. */
  derivedProfile?: ProfileDocument;
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
  /** `count` numbers the worlds, for their names; `started` is how many processes have been started. */
  instances: { count: number; started: number };
  /** Limits how many instances start at once, so that their starts do not delay each other or the suite. */
  readonly startGate: StartGate;
  /** How long checks have waited at that gate: this time is not theirs. */
  readonly startWaits: WaitClock;
  /** The slowest start so far; undefined before the first. */
  startCost: StartCost | undefined;
  /** How many instances may start at once; follows from the cost of a start and the number of cores. */
  startsAtOnce: number;
  /** Only one instance runs at a time: as the user asks, or because the agent keeps to a port of its own. */
  oneInstance: boolean;
  /** All checks of a league manager look at one league, as they do where the suite cannot start it. */
  readonly oneLeague: boolean;
  /** Takes note of what a start has cost, and plans the next starts by it. */
  observeStart(cost: StartCost): void;
  /** Starts one instance at a time while the machine is late, and as many as planned when it is not. */
  adaptStarts(): void;
  /** How the agent answered a plain message when the run began: `message`, `refusal` and so on. */
  usualAnswer?: string;
  /** How the manager under test starts its matches. */
  readonly matchStart: MatchStart;
  /** Observations that several checks look at, such as one played league. */
  readonly shared: SharedObservations;
}

/** The least time that an agent gets to open its port: an interpreter may have to start, a database to be made. */
export const START_LIMIT_MS = 30_000;
/** The most, however slow its first start was. */
const MOST_START_MS = 120_000;
const DEFAULT_FUZZ = 12;
const UNLIMITED = 1_000;
/** A machine that is late by so much is too busy for several starts at once. */
const BUSY_MARGIN_MS = 250;
/** What a start that was quick once may take at another time. */
const START_FACTOR = 4;
const LEAST_START_MS = 2_000;

export interface ContextOptions extends Pick<RunContext, "role" | "stage" | "subject" | "seed" | "codec"> {
  margin_ms?: () => number;
  verdictsOnly?: boolean | undefined;
  /** Processors of this machine; undefined where starts cost none, as on simulated time. */
  cores?: number | undefined;
  /** Default: several instances run at a time. */
  oneInstance?: boolean | undefined;
  /** Default: a league manager plays as many leagues as the checks want. */
  oneLeague?: boolean | undefined;
  fuzz?: number | undefined;
  leaguePort?: number | undefined;
  players?: number | undefined;
  referees?: number | undefined;
}

export function createContext({
  cores,
  oneInstance = false,
  oneLeague = false,
  fuzz,
  leaguePort,
  players,
  referees,
  margin_ms,
  ...given
}: ContextOptions): RunContext {
  // The first start is measured alone.
  const startGate = new StartGate(cores === undefined ? UNLIMITED : 1);
  const context: RunContext = {
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
    instances: { count: 0, started: 0 },
    startGate,
    startWaits: new WaitClock(given.stage.clock),
    startCost: undefined,
    oneInstance,
    oneLeague,
    startsAtOnce: cores === undefined ? UNLIMITED : 1,
    observeStart: (cost) => {
      // Starts that come later share the machine with checks, so the first one says most.
      context.startCost ??= cost;
      if (cores === undefined) return;
      context.startsAtOnce = startsAtOnce(context.startCost, cores);
      startGate.resize(context.startsAtOnce);
    },
    adaptStarts: () => {
      if (cores === undefined) return;
      startGate.resize(context.margin_ms() > BUSY_MARGIN_MS ? 1 : context.startsAtOnce);
    },
    matchStart: { by: undefined },
    shared: new SharedObservations(),
  };
  return context;
}

/** How long an instance gets to open its port: one that took long at first, on a slow or busy machine, gets more. In milliseconds. */
export function startLimit({ startCost }: RunContext): number {
  const measured = (startCost?.wall_ms ?? 0) * START_FACTOR;
  return Math.min(MOST_START_MS, Math.max(START_LIMIT_MS, measured));
}

/** For the time that a start may take at most. In milliseconds. */
export function longestStart(context: RunContext): number {
  const { startCost } = context;
  const limit = startLimit(context) + registrationPatience();
  return startCost === undefined
    ? limit
    : Math.min(limit, Math.max(LEAST_START_MS, startCost.wall_ms * START_FACTOR));
}

/** Every form that comes with the SDK, the canonical one first. */
export function bundledForms(): readonly Codec[] {
  return bundledProfiles().map((name) => new Codec(loadProfile(name)));
}

/** How transcripts name the instance that a check came with or started first. */
export const FIRST_AGENT = "agent";

/** The further ones that a check starts. */
export function nextAgentName(startedBefore: number): string {
  return startedBefore === 0 ? FIRST_AGENT : `${FIRST_AGENT} ${startedBefore + 1}`;
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
    agentName: FIRST_AGENT,
    recorder: recorder ?? { transcript: new Transcript(context.stage.clock), check: label },
    arrivals: new Set(),
    shared: context.shared,
    margin_ms: () => context.margin_ms(),
  };
}
