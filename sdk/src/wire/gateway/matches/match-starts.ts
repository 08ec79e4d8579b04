/**
 * Begins matches at referees of other forms: by an order in their form, or by the announcement. An order is sent once, and is taken
 * when its answer names the match, when the answer differs from that to an invented message, or when the match is seen.
 */

import { methods, protocol } from "@league-v2/contract";
import { deadline } from "../../../platform/clock.js";
import { isDrawByFacts, readMatchReport } from "../../content/match-report.js";
import { answerKind, startedMatches } from "../../form/tolerant-reply.js";
import { envelopeOf } from "../../message/contract.js";
import { answerObject } from "../../message/find-message.js";
import { asText, isObject } from "../../message/members.js";
import type { JsonObject } from "../../message/types.js";
import type { Call } from "../call-in-form.js";
import { type Answer, namesMember } from "../negotiation/judge.js";
import type { Negotiator } from "../negotiation/negotiator.js";
import { acknowledgement, type Outcome, type Outward, Unanswered } from "../outward.js";
import type { GatewayParts } from "../parts.js";
import type { FormOrCanonical, Peer } from "../peer.js";
import { resultOf } from "../reading/report.js";
import { longestMs, type Match } from "./match-facts.js";

/** How long a referee may take until its first invitation. */
const patienceMs = methods.handle_game_invitation.deadlineMs;
/** Matches that a referee may leave out until it is no longer asked. */
const mostFailures = 2;
/** The maximum number of forms of an order. */
const mostOrders = 16;
export class MatchStarts {
  readonly #parts: GatewayParts;
  readonly #outward: Outward;
  readonly #negotiator: Negotiator;
  readonly #starting = new Map<string, Promise<JsonObject>>();
  /** Matches that began at a plain announcement. */
  readonly #begun = new Set<string>();

  constructor(parts: GatewayParts, outward: Outward, negotiator: Negotiator) {
    this.#parts = parts;
    this.#outward = outward;
    this.#negotiator = negotiator;
  }

  /**
   * The answer to the announcement of a round. A referee that may begin its matches by it gets it for each match instead of an order
   * that it does not know. @throws Unanswered, TransportError
   */
  async announce(peer: Peer, call: Call): Promise<JsonObject> {
    if (peer.role !== "referee") return this.#announceToOther(peer, call);
    peer.announcement = call.message;
    if (this.#startsByAnnouncement(peer) || (peer.isForeign && peer.start !== "order"))
      return this.#acknowledged(peer, call);
    peer.announcedAt = this.#parts.context.clock.now();
    const reply = await this.#outward.ask(peer, call);
    // Some referees state how many matches they have begun at the plain announcement.
    if (startedMatches(reply) === 0) return reply;
    peer.start = "announcement";
    const { matches } = call.message;
    for (const match of Array.isArray(matches) ? matches.filter(isObject) : []) {
      if (match.referee_endpoint === peer.endpoint) this.#begun.add(asText(match.match_id));
    }
    return reply;
  }

  /** A player of another form that does not know announcements has been reached all the same, and needs none. */
  async #announceToOther(peer: Peer, call: Call): Promise<JsonObject> {
    const isUnknown = () => peer.isForeign && peer.role === "player" && peer.unsupported.has(call.type);
    if (isUnknown()) return this.#acknowledged(peer, call);
    return this.#outward.ask(peer, call).catch((error: unknown) => {
      if (error instanceof Unanswered && isUnknown()) return this.#acknowledged(peer, call);
      throw error;
    });
  }

  /** As it was seen, or as the user's own form says. */
  #startsByAnnouncement({ start }: Peer): boolean {
    if (start !== undefined) return start === "announcement";
    return this.#parts.forms.own?.profile.match_start === "announcement";
  }

  /** The acknowledgement of an order. A repeated order for a match waits for the same start. @throws Unanswered, TransportError */
  start(peer: Peer, call: Call): Promise<JsonObject> {
    const { match_id } = call.message;
    const key = `${peer.endpoint} ${asText(match_id)}`;
    const known = this.#starting.get(key);
    if (known !== undefined) return known;
    const match = this.#parts.facts.at(match_id);
    // Another referee has not been told of it yet.
    if (match.referee !== peer) match.isAnnounced = false;
    match.referee = peer;
    const starting = this.#start(peer, call);
    this.#starting.set(key, starting);
    // A start that failed may be tried again.
    starting.catch(() => this.#starting.delete(key));
    return starting;
  }

  async #start(peer: Peer, call: Call): Promise<JsonObject> {
    const match = this.#parts.facts.at(call.message.match_id);
    if (match.isSeen) return this.#acknowledged(peer, call);
    if (this.#begun.delete(asText(call.message.match_id))) {
      this.#watch(peer, call, "has begun");
      return this.#acknowledged(peer, call);
    }
    if (this.#startsByAnnouncement(peer) || peer.unsupported.has("RUN_MATCH"))
      return this.#byAnnouncement(peer, call, undefined);
    const known = peer.formFor("RUN_MATCH") ?? peer.speaks ?? this.#parts.forms.own ?? null;
    const first = await this.#order(peer, call, known);
    if (first.isTaken) return this.#ordered(peer, call, first.reply);
    const refusal = first.answer;
    const canonical = this.#parts.forms.named("canonical");
    if (!(await this.#negotiator.showsForm(peer, call, known, refusal)))
      throw new Unanswered(`${peer.name} refuses the order of ${asText(call.message.match_id)}`, refusal);
    let tries = 0;
    for await (const form of this.#negotiator.candidates(peer, call, known ?? canonical)) {
      peer.searched += 1;
      tries += 1;
      if (tries > mostOrders) break;
      const next = await this.#order(peer, call, form);
      if (next.isTaken) return this.#ordered(peer, call, next.reply);
      const { judgement } = next.answer;
      if (judgement === "refused") throw new Unanswered(`${peer.name} refuses the order`, next.answer);
      if (judgement !== "unknown" && !namesMember(next.answer)) break;
    }
    peer.unsupported.add("RUN_MATCH");
    return this.#byAnnouncement(peer, call, refusal);
  }

  /** One order in one form. It may be answered after the match: then the match is seen first. */
  async #order(
    peer: Peer,
    call: Call,
    form: FormOrCanonical,
  ): Promise<{ isTaken: true; reply: JsonObject } | { isTaken: false; answer: Answer }> {
    const { context, signal, log } = this.#parts;
    const match = this.#parts.facts.at(call.message.match_id);
    const limit = deadline(context.clock, longestMs, signal);
    const answered = this.#outward.attempt(peer, call, form, limit.signal).finally(limit.cleanup);
    const seen = new AbortController();
    const outcome = await Promise.race([answered, this.#seen(match, longestMs, seen.signal)]);
    seen.abort();
    if (outcome === true || outcome === false) {
      // The answer comes after the match, and may hold its result.
      void answered.then(
        (late) => this.#report(peer, call, late),
        () => {},
      );
      if (outcome) peer.settle("RUN_MATCH", form);
      return { isTaken: true, reply: this.#acknowledged(peer, call) };
    }
    if (await this.#report(peer, call, outcome)) {
      peer.settle("RUN_MATCH", form);
      return { isTaken: true, reply: this.#acknowledged(peer, call) };
    }
    const { answer, reply } = outcome;
    if (reply !== undefined) return { isTaken: true, reply };
    if (!this.#parts.forms.infers || answer.judgement !== "answered") return { isTaken: false, answer };
    // Another answer than an invented message gets, but none of the contract: the match shows whether it is one.
    if (!(await this.#negotiator.proves(peer, answer.body, answer.status)))
      return { isTaken: false, answer: withoutEffect(answer) };
    if (await this.#seen(match, patienceMs, signal)) {
      peer.settle("RUN_MATCH", form);
      return { isTaken: true, reply: this.#acknowledged(peer, call) };
    }
    if (answerKind(answerObject(answer.body) ?? {}) !== "acknowledged")
      return { isTaken: false, answer: withoutEffect(answer) };
    log(
      "warn",
      `${peer.name} has acknowledged the order of ${asText(call.message.match_id)}, but invites no player`,
    );
    return { isTaken: true, reply: this.#acknowledged(peer, call) };
  }

  #ordered(peer: Peer, call: Call, reply: JsonObject): JsonObject {
    peer.start = "order";
    this.#parts.peers.save();
    if (peer.isForeign) this.#watch(peer, call, "has taken the order of");
    return reply;
  }

  /** Warns if no player is invited to a match that its referee has promised. */
  #watch(peer: Peer, call: Call, promise: string): void {
    const { facts, signal, log } = this.#parts;
    const promised = `${peer.name} ${promise} ${asText(call.message.match_id)}`;
    void this.#seen(facts.at(call.message.match_id), patienceMs, signal).then((isSeen) => {
      if (!isSeen && !signal.aborted)
        log("warn", `${promised}, but no player was invited within ${patienceMs} ms`);
    });
  }

  /** Announces one match with the addresses of its players, and waits until it is seen. */
  async #byAnnouncement(peer: Peer, call: Call, refusal: Answer | undefined): Promise<JsonObject> {
    const { facts, signal, context, peers } = this.#parts;
    const { message } = call;
    const match = facts.at(message.match_id);
    const none = `${peer.name} starts no match: it takes no order, and invites no player after the announcement`;
    if (peer.failedStarts >= mostFailures || match.isAnnounced === true) throw new Unanswered(none, refusal);
    // It may have begun its matches by the plain announcement.
    const sincePlain = peer.announcedAt === undefined ? patienceMs : context.clock.now() - peer.announcedAt;
    if (sincePlain < patienceMs && (await this.#seen(match, patienceMs - sincePlain, signal)))
      return this.#acknowledged(peer, call);
    const announcement = startingAnnouncement(message, peer);
    const { sent: _, ...rest } = call;
    const announced: Call = { ...rest, type: "ROUND_ANNOUNCEMENT", message: announcement, isOrder: true };
    let started = 0;
    const asking = this.#outward
      .ask(peer, announced)
      .then((reply) => {
        match.isAnnounced = true;
        started = startedMatches(reply);
      })
      .catch((error: unknown) => {
        if (error instanceof Unanswered && error.answer !== undefined) started = startedIn(error.answer);
      });
    const isSeen = await this.#seen(match, 2 * patienceMs, signal);
    if (!isSeen) await Promise.race([asking, Promise.resolve()]);
    if (isSeen || started > 0) {
      this.#watch(peer, call, "has begun");
      peer.start = "announcement";
      peers.save();
      return this.#acknowledged(peer, call);
    }
    peer.failedStarts += 1;
    this.#parts.log("warn", `${none} of ${asText(message.match_id)}`);
    throw new Unanswered(none, refusal);
  }

  /** Whether the match is seen within this time. */
  #seen(match: Match, ms: number, signal: AbortSignal): Promise<boolean> {
    const { facts, context } = this.#parts;
    return facts.until(match, ({ isSeen }) => isSeen, { clock: context.clock, signal, ms });
  }

  /** Reports the result in the answer to an order: its referee has played the match and sends no report. */
  async #report(peer: Peer, call: Call, outcome: Outcome): Promise<boolean> {
    const { facts, deliver } = this.#parts;
    const { message } = call;
    const { match_id, league_id, round_id, game_type, conversation_id } = message;
    const match = facts.at(match_id);
    if (outcome.answer.judgement !== "answered") return false;
    const answer = answerObject(outcome.answer.body);
    const read = answer === undefined ? undefined : readMatchReport({ match_id, ...answer });
    if (read === undefined || read.match_id !== match_id || match.report !== undefined) return false;
    const isDraw = read.status === "DRAW" || (read.status === undefined && isDrawByFacts(read));
    if (read.winner === null && !isDraw) return false;
    const report: JsonObject = {
      ...envelopeOf("MATCH_RESULT_REPORT", senderOf(peer), this.#parts.now(), conversation_id),
      auth_token: peer.token,
      league_id,
      round_id,
      match_id,
      game_type,
      result: resultOf(read, answer ?? {}, facts.of(message)),
    };
    facts.note("MATCH_RESULT_REPORT", report);
    await deliver("report_match_result", report);
    return true;
  }

  #acknowledged(peer: Peer, call: Call): JsonObject {
    return acknowledgement(call, peer, this.#parts.now());
  }
}

/** The answer to an order that has begun no match: in this form the referee does not know it. */
function withoutEffect(answer: Answer): Answer {
  return { ...answer, judgement: "unknown" };
}

function startedIn({ body }: Answer): number {
  const answer = answerObject(body);
  return answer === undefined ? 0 : startedMatches(answer);
}

/**
 * For a referee that begins matches when they are announced: the message also names the referee of the match (some search for
 * their own id) and the addresses of the players.
 */
function startingAnnouncement(order: JsonObject, peer: Peer): JsonObject {
  const { sender, timestamp, conversation_id, league_id, round_id, match_id } = order;
  const { game_type, player_A_id, player_B_id, player_A_endpoint, player_B_endpoint } = order;
  const [usualGame] = protocol.gameTypes;
  const match = {
    match_id,
    game_type: game_type ?? usualGame,
    player_A_id,
    player_B_id,
    referee_id: peer.id,
    referee_endpoint: peer.endpoint,
    player_A_endpoint,
    player_B_endpoint,
  };
  return {
    ...envelopeOf("ROUND_ANNOUNCEMENT", sender, timestamp, conversation_id),
    league_id: isObject(league_id) ? "unknown" : (league_id ?? "unknown"),
    round_id,
    matches: [match],
  };
}

function senderOf({ role = "referee", id = "unknown" }: Peer): string {
  return `${role}:${id}`;
}
