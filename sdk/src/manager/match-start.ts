/** Assigns a match to a referee by the message with which that referee starts matches: a call, or the announcement. */
import {
  type Identity,
  type leagueManagerCalls,
  methods,
  type RoundAnnouncement,
  type RunMatch,
  roundAnnouncement,
  runMatch,
} from "@league-v2/contract";
import type { AgentRuntime } from "../agent/assembly/agent-runtime.js";
import { wireParts } from "../agent/assembly/load-wire-parts.js";
import { gameType } from "../agent/core/game-type.js";
import type { Trace } from "../agent/core/trace.js";
import { canonicalWire } from "../agent/core/wire.js";
import { formFor } from "../agent/peers/known-forms.js";
import type { Peer } from "../agent/peers/peer.js";
import { AbortedError, isSilence, LeagueError } from "../client/errors.js";
import { longestMatchMs } from "../domain/match-durations.js";
import { sleep } from "../platform/clock.js";
import type { LearnedForms } from "./learned-forms.js";
import type { LivenessTracker } from "./liveness-tracker.js";
import type { Roster } from "./roster.js";
import type { Pairing } from "./schedule.js";
import type { Member } from "./store.js";

export interface MatchStartSetting {
  readonly runtime: AgentRuntime<typeof leagueManagerCalls>;
  readonly roster: Roster;
  readonly liveness: LivenessTracker;
  readonly league_id: string;
  readonly learned: LearnedForms;
  /** The envelope of a new message about a topic. */
  readonly identity: (topic: string) => Identity;
}

/** A referee's answer to the plain announcement of a round. */
export interface AnnouncementAnswer {
  readonly round_id: number;
  /** The number of started matches that it states. */
  readonly started: number;
}

/** The duration of a match whose players use all their time: without a report by then, an announcement has started nothing. */
const unreportedStartMs = methods.handle_game_invitation.deadlineMs + methods.choose_parity.deadlineMs;

export class MatchStart {
  readonly #setting: MatchStartSetting;
  /** The ids of referees that have started a match after a call. */
  readonly #called = new Set<string>();
  readonly #answers = new Map<string, AnnouncementAnswer>();

  constructor(setting: MatchStartSetting) {
    this.#setting = setting;
  }

  /**
   * Whether this referee can get the announcement of a round without starting a match. A referee of another form gets it
   * only when it is known to start its matches by a call; the forms of the documents all have that call.
   */
  async mayAnnounceTo(referee: Member): Promise<boolean> {
    const { runtime, learned } = this.#setting;
    const form = await formFor(runtime.forms, learned.peer(referee), "RUN_MATCH");
    if (form?.profile.match_start === "announcement") return false;
    return form === null || !form.isTolerant || this.#called.has(referee.id);
  }

  /** Stores a referee's answer to a plain announcement. */
  async announced({ id, endpoint }: Member, answer: AnnouncementAnswer): Promise<void> {
    this.#answers.set(id, answer);
    if (answer.started > 0)
      await (await this.#setting.runtime.forms.learned()).learnAnnouncementStart(endpoint);
  }

  /** Resolves with the acknowledgement; `signal` ends the attempts. @throws LeagueError */
  async start(
    match: Pairing,
    referee: Member,
    signal: AbortSignal,
    trace: Trace | undefined,
  ): Promise<unknown> {
    const { runtime, learned, liveness } = this.#setting;
    if (this.#hasStarted(match, referee)) return undefined;
    const peer = learned.peer(referee);
    const given = { signal, trace, ...(liveness.isSuspended(referee.id) ? { retries: 0 } : {}) };
    const form = await formFor(runtime.forms, peer, "RUN_MATCH");
    const order = await this.#order(match);
    if (form?.profile.match_start === "announcement") return this.#announce(order, referee, peer, given);
    // A referee that registered canonically may follow the contract, even if it is called in another form.
    const mayRead = form === null || referee.wire === canonicalWire.name;
    const message = mayRead ? await learned.withForms(order, match) : order;
    try {
      const options = { ...given, blockingDeadlineMs: longestMatchMs() };
      const reply = await runtime.caller.call(peer, "run_match", message, options);
      this.#called.add(referee.id);
      return reply;
    } catch (error) {
      if (runtime.strict) {
        const message = `${referee.id} has not taken run_match: \`strict\` starts a match by no other message`;
        if (await isForeign(error)) runtime.log({ level: "warn", message });
        throw error;
      }
      // It may play: the manager waits for its report.
      if (await learned.isUnreadAnswer(error, referee, "RUN_MATCH")) return undefined;
      if (!(await this.#mayAnnounceInstead(error, referee, signal))) throw error;
      const forms = await runtime.forms.learned();
      // The form is in no document: after any answer, the referee may have started the match.
      forms.noteOrdered(referee.endpoint, true);
      try {
        const reply = await this.#announce(order, referee, peer, given);
        await forms.learnAnnouncementStart(referee.endpoint);
        return reply;
      } catch (another) {
        if (await learned.isUnreadAnswer(another, referee, "ROUND_ANNOUNCEMENT")) return undefined;
        if (await isForeign(another)) forms.noteOrdered(referee.endpoint, false);
        throw another instanceof AbortedError ? another : error;
      }
    }
  }

  /** Whether the plain announcement of the round has started this match. */
  #hasStarted({ round_id, referee_id }: Pairing, { id }: Member): boolean {
    const answer = this.#answers.get(id);
    return referee_id === id && answer?.round_id === round_id && answer.started > 0;
  }

  /**
   * A referee that does not support the call may start matches when they are announced. If it has acknowledged the plain
   * announcement, it may have started them without stating it: then a report arrives in the time of a match and ends the wait.
   */
  async #mayAnnounceInstead(error: unknown, { id }: Member, signal: AbortSignal): Promise<boolean> {
    const { runtime } = this.#setting;
    if (this.#called.has(id) || !(error instanceof LeagueError)) return false;
    if (error instanceof AbortedError || isSilence(error) || !(await isForeign(error))) return false;
    if (!this.#answers.has(id)) return true;
    try {
      await sleep(runtime.agentContext.clock, unreportedStartMs, signal);
      return true;
    } catch (reason) {
      throw new AbortedError({ method: error.method, url: error.url }, reason);
    }
  }

  async #order({ round_id, match_id, player_A_id, player_B_id }: Pairing): Promise<RunMatch> {
    const { roster, league_id, identity } = this.#setting;
    const [a, b] = [await roster.member(player_A_id), await roster.member(player_B_id)];
    return runMatch(identity(`run-${match_id}`), {
      ...{ league_id, round_id, match_id, game_type: gameType, player_A_id, player_B_id },
      player_A_endpoint: a?.endpoint ?? "",
      player_B_endpoint: b?.endpoint ?? "",
    });
  }

  #announce(
    order: RunMatch,
    referee: Member,
    peer: Peer,
    given: { readonly signal: AbortSignal; readonly trace: Trace | undefined },
  ): Promise<unknown> {
    return this.#setting.runtime.caller.call(
      peer,
      "notify_round",
      this.#startingAnnouncement(order, referee),
      given,
    );
  }

  /**
   * For a referee that starts matches when they are announced: the message also names the referee of each match (some
   * referees search for their own id) and the addresses of the players.
   */
  #startingAnnouncement(order: RunMatch, referee: Member): RoundAnnouncement {
    const { league_id, round_id, match_id, player_A_id, player_B_id } = order;
    const { player_A_endpoint, player_B_endpoint } = order;
    const announced = { match_id, game_type: gameType, player_A_id, player_B_id } as const;
    const of = { referee_id: referee.id, referee_endpoint: referee.endpoint };
    const extras = { ...of, player_A_endpoint, player_B_endpoint };
    const matches = [{ ...announced, ...extras }];
    return roundAnnouncement(this.#setting.identity(`round-${round_id}`), { league_id, round_id, matches });
  }
}

/** Whether a failed call shows that the peer does not support the message. */
async function isForeign(error: unknown): Promise<boolean> {
  const { classifyFailure } = await wireParts.get();
  return classifyFailure(error) === "unknown";
}
