/** One match for a referee under test: its players are registered, and it is not yet assigned. */

import { deadlineOf } from "../contract.js";
import type { JsonObject } from "../json.js";
import { pause, within } from "../time/pause.js";
import { answerLimit, longestMatch, quickMatch } from "../time/protocol-deadlines.js";
import type { Actor } from "./actors/actor.js";
import type { PlayerScript } from "./actors/behaviour.js";
import type { ScriptedManager } from "./actors/scripted-manager.js";
import { observedPlayer, scriptedPlayer } from "./actors/scripted-player.js";
import type { Answer } from "./exchange/answer.js";
import type { MessageOverrides, PeerClient } from "./exchange/peer-client.js";
import { type PeerContext, type Target, until } from "./exchange/peer-context.js";
import type { HeldPair } from "./exchange/player-places.js";
import type { Received } from "./exchange/received.js";
import { type MatchObservation, observedMatch } from "./observation.js";

export interface MatchIds {
  matchId: string;
  roundId: number;
  leagueId: string;
  playerA: string;
  playerB: string;
}

/** A referee under test: its address and its name. */
export interface Assignee extends Target {
  readonly id: string;
}

/** The message on which a referee starts its matches; undefined until it has started one. */
export interface Trigger {
  known: "announcement" | "run_match" | undefined;
}

export interface MatchSetting {
  peerContext: PeerContext;
  manager: ScriptedManager;
  referee: Assignee;
  client: PeerClient;
  trigger: Trigger;
  /** Whether a report about this match id belongs to a match of this league. */
  isOurs: (matchId: string) => boolean;
  /** The addresses of its players in the referee's configuration; undefined if any free port will do. */
  pair?: HeldPair | undefined;
}

/** How long the answer to an announcement is awaited before RUN_MATCH is sent: an agent may not support announcements. */
const ANNOUNCED_MS = 1_000;
/** How soon after its announcement a match begins if the referee does not wait for RUN_MATCH. */
const MOMENT_MS = 400;
/** How long after GAME_OVER the report may come: the timeout of one missing acknowledgement, and a margin. */
const NOTIFIED_MS = answerLimit(deadlineOf("GAME_OVER"));

export class PreparedMatch {
  readonly ids: MatchIds;
  readonly playerA: Actor;
  readonly playerB: Actor;
  private readonly setting: MatchSetting;
  /** The id of the check for which it is played. */
  readonly check: string;
  /** The number of reports before this match. */
  private readonly seen: number;
  private left: Promise<void> | undefined;
  private assignment: Answer | undefined;

  constructor(setting: MatchSetting, ids: MatchIds, scripts: { a: PlayerScript; b: PlayerScript }) {
    const { peerContext, manager, referee } = setting;
    this.setting = setting;
    this.ids = ids;
    this.seen = manager.receivedOf("MATCH_RESULT_REPORT").length;
    const expectedSender = () => referee.identity;
    const isEarlier = (matchId: string) =>
      setting.pair !== undefined && matchId !== ids.matchId && setting.isOurs(matchId);
    const player = (id: string, behaviour: PlayerScript) =>
      scriptedPlayer(peerContext, { id, behaviour, expectedSender, match: ids, isEarlier });
    this.playerA = player(ids.playerA, scripts.a);
    this.playerB = player(ids.playerB, scripts.b);
    this.check = peerContext.recorder.check;
  }

  async registerPlayers(): Promise<this> {
    const [a, b] = this.setting.pair?.pair ?? [];
    await Promise.all([this.playerA.listen(a?.port), this.playerB.listen(b?.port)]);
    return this;
  }

  /**
   * Gives the match to the referee as a league manager does: the announcement of its round, then RUN_MATCH, unless the
   * announcement has started it.
   * @param others the other announced matches of this round
   */
  async assign(timeoutMs = quickMatch(), others: readonly JsonObject[] = []): Promise<void> {
    const { peerContext, trigger } = this.setting;
    const { clock } = peerContext.environment;
    const announced = this.announce(others);
    const acknowledged = await within(clock, ANNOUNCED_MS, announced, () => undefined);
    if (peerContext.form.codec.profile.match_start === "announcement" || trigger.known === "announcement") {
      this.assignment = acknowledged;
      return;
    }
    if (trigger.known === undefined)
      await this.until(() => this.invited || undefined, MOMENT_MS + peerContext.margin_ms());
    if (this.invited) {
      trigger.known = "announcement";
      this.assignment = acknowledged;
      return;
    }
    const answer = await this.order({ timeoutMs: this.isBlocking ? longestMatch() : timeoutMs });
    if (answer.outcome === "message") trigger.known = "run_match";
  }

  /** Assigns the match, and observes it to its end and for `settleMs` more. */
  async play(settleMs = 0, others: readonly JsonObject[] = []): Promise<MatchObservation> {
    const assigned = this.assign(quickMatch(), others);
    await this.ended(quickMatch(), settleMs);
    await assigned;
    return this.observe();
  }

  /** Sends RUN_MATCH without an announcement, from any sender and at any time. */
  async order(overrides: MessageOverrides = {}, as: PeerClient = this.setting.client): Promise<Answer> {
    const first = as === this.setting.client && this.assignment === undefined;
    const answer = await as.say(this.target, "RUN_MATCH", this.orderFields, overrides);
    if (first) this.assignment = answer;
    return answer;
  }

  get orderFields(): JsonObject {
    const { leagueId, roundId } = this.ids;
    return { league_id: leagueId, round_id: roundId, ...this.pair, ...this.endpoints };
  }

  /** Announces a round with these other matches and this one, in this order. */
  async announce(others: readonly JsonObject[] = []): Promise<Answer> {
    const { leagueId, roundId } = this.ids;
    const fields = { league_id: leagueId, round_id: roundId, matches: [...others, this.announced] };
    const answer = await this.setting.client.say(this.target, "ROUND_ANNOUNCEMENT", fields);
    return answer;
  }

  /** Its entry in an announcement. */
  get announced(): JsonObject {
    const { manager, referee } = this.setting;
    const referee_endpoint = manager.memberAt(referee.url, referee.name)?.endpoint ?? referee.url;
    return { ...this.pair, referee_endpoint, ...this.endpoints };
  }

  /** Waits until `find` returns a value; it is called at every message of the referee. */
  until<T>(find: (match: MatchObservation) => T | undefined, withinMs: number): Promise<T | undefined> {
    return until(this.setting.peerContext, () => find(this.observe()), withinMs);
  }

  /**
   * Waits for the report, and briefly for messages after it. The time limit starts with the first invitation, which has
   * a longer limit: a referee may play its matches one after the other. After GAME_OVER the wait is short.
   */
  async ended(withinMs: number, settleMs: number, beginsWithinMs = withinMs): Promise<MatchObservation> {
    await this.until(({ invitations }) => invitations[0], beginsWithinMs);
    if (this.invited) await this.until(({ report, gameOvers }) => report ?? gameOvers[0], withinMs);
    const { gameOvers, report } = this.observe();
    if (gameOvers.length > 0 && report === undefined) await this.until((seen) => seen.report, NOTIFIED_MS);
    // A referee may also report first; the players are notified soon after.
    else if (report !== undefined && gameOvers.length < 2)
      await this.until((seen) => seen.gameOvers[1], gameOvers.length === 0 ? NOTIFIED_MS : MOMENT_MS);
    await pause(this.setting.peerContext.environment.clock, settleMs);
    return this.observe();
  }

  /** The observation so far. */
  observe(): MatchObservation {
    const { ids, assignment } = this;
    const seenUntil = this.setting.peerContext.environment.clock.now();
    const { matchId, leagueId, roundId } = ids;
    return observedMatch({
      matchId,
      leagueId,
      roundId,
      playerA: observedPlayer(ids.playerA, this.playerA.received),
      playerB: observedPlayer(ids.playerB, this.playerB.received),
      seenUntil,
      assignment,
      reports: this.reports,
    });
  }

  /**
   * Ends the check's use of the match. Its players listen until the league is closed, unless other matches need their
   * addresses. A later report is acknowledged: a referee may store it and send it again after a restart or before it
   * ends.
   */
  close(): void {
    this.setting.manager.script.delete(`MATCH_RESULT_REPORT ${this.ids.matchId}`);
    this.playerA.retire();
    this.playerB.retire();
    if (this.setting.pair !== undefined) void this.dissolve();
  }

  /** Closes the ports of its players. */
  dissolve(): Promise<void> {
    this.left ??= this.leave();
    return this.left;
  }

  private async leave(): Promise<void> {
    await Promise.all([this.playerA.close(), this.playerB.close()]);
    this.setting.pair?.giveBack();
  }

  /** Whether RUN_MATCH is answered only when the match is over. */
  private get isBlocking(): boolean {
    return this.setting.peerContext.form.codec.profile.match_start === "blocking";
  }

  private get invited(): boolean {
    return this.playerA.received.length + this.playerB.received.length > 0;
  }

  /** Its reports, and those with an unknown match id and one of its players. */
  private get reports(): Received[] {
    const { manager, isOurs } = this.setting;
    const { matchId, playerA, playerB } = this.ids;
    const reports = manager.receivedOf("MATCH_RESULT_REPORT").slice(this.seen);
    return reports.filter(({ message }) => {
      if (message.match_id === matchId) return true;
      const text = isOurs(String(message.match_id)) ? "" : JSON.stringify(message);
      return text.includes(`"${playerA}"`) || text.includes(`"${playerB}"`);
    });
  }

  private get target(): Target {
    const { name, url, identity, variables } = this.setting.referee;
    const { playerA, playerB } = this.ids;
    return { name, url, identity, variables: { ...variables, player_a: playerA, player_b: playerB } };
  }

  private get pair(): JsonObject {
    const { matchId, playerA, playerB } = this.ids;
    const { type: game_type } = this.setting.manager.game;
    return { match_id: matchId, game_type, player_A_id: playerA, player_B_id: playerB };
  }

  private get endpoints(): JsonObject {
    return { player_A_endpoint: this.playerA.url, player_B_endpoint: this.playerB.url };
  }
}
