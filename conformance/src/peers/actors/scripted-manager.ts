/** The suite's league manager for a player or a referee under test: it accepts registrations and reports. */

import type { JsonObject } from "../../json.js";
import type { Identity } from "../../oracle/envelope-rules.js";
import { type Audience, newToken, type PeerContext } from "../exchange/peer-context.js";
import type { Reaction, Received } from "../exchange/received.js";
import type { Game } from "../game.js";
import { Actor } from "./actor.js";
import { isFromAnotherRun } from "./other-runs.js";
import { inspectRepetition, type Membership, type Registration, readRegistration } from "./registration.js";

/** The manager's reaction to an attempt to register; `grant` is its default id and token. */
export type RegistrationPolicy = (
  attempt: Registration,
  index: number,
  grant: Membership,
  manager: ScriptedManager,
) => Reaction | Promise<Reaction>;

export class ScriptedManager extends Actor {
  readonly leagueId: string;
  readonly game: Game;
  readonly registrations: Registration[] = [];
  /** Accepts all agents, until a check changes it. */
  policy: RegistrationPolicy = acceptsAll;
  /** When its agent was first killed and started again, on the environment's clock. */
  restarted_ms = Number.POSITIVE_INFINITY;
  /** The answer to a LEAGUE_QUERY for the standings. */
  standings: JsonObject[] = [];
  private readonly agentRole: Registration["role"];
  private readonly ids = new Set<string>();
  /** The audience of each member and each match, where several audiences share this manager. */
  private readonly audiences = new Map<string, Audience>();

  constructor(peerContext: PeerContext, leagueId: string, agentRole: Registration["role"]) {
    super(peerContext, {
      sender: "league_manager",
      expectedSender: (received) => this.senderOf(received),
      isFromAnotherRun: (message) => isFromAnotherRun(message, this.members, [this.leagueId]),
      audience: (received) => this.audienceOf(received),
      usual: (received) => this.registrationAnswer(received) ?? this.leagueAnswer(received),
    });
    this.agentRole = agentRole;
    this.leagueId = leagueId;
    this.game = peerContext.game;
  }

  /** The accepted registration of the agent with this address or name; otherwise the only one there is. */
  memberAt(url: string, name: string): Registration | undefined {
    const accepted = this.registrations.filter(
      ({ granted, role }) => granted !== undefined && role === this.agentRole,
    );
    const port = portOf(url);
    return (
      accepted.findLast(({ endpoint }) => endpoint !== undefined && portOf(endpoint) === port) ??
      accepted.findLast(({ displayName }) => displayName === name) ??
      (accepted.length === 1 ? accepted[0] : undefined)
    );
  }

  /** Waits for that registration. */
  awaitMember(url: string, name: string, withinMs: number): Promise<Registration | undefined> {
    return this.until(() => this.memberAt(url, name), withinMs);
  }

  /** From now on, messages of this member or about this match go to this audience. */
  attach(memberOrMatch: string, audience: Audience): void {
    this.audiences.set(memberOrMatch, audience);
  }

  /** The usual answer to a registration. */
  accept(attempt: Registration, { id, token }: Membership): Reaction {
    attempt.granted = { id, token };
    return this.answerTo(attempt, "ACCEPTED", id, token, null);
  }

  /** A refusal with one of the contract's reasons. */
  reject(attempt: Registration, reason: string | null): Reaction {
    return this.answerTo(attempt, "REJECTED", null, null, reason);
  }

  private answerTo(
    { role, received }: Registration,
    status: string,
    id: string | null,
    auth_token: string | null,
    reason: string | null,
  ): Reaction {
    const fields = { status, [`${role}_id`]: id, auth_token, league_id: this.leagueId, reason };
    if (received.type === undefined)
      return { http: { kind: "reply", status: 200, body: JSON.stringify(fields) } };
    const say = role === "player" ? "LEAGUE_REGISTER_RESPONSE" : "REFEREE_REGISTER_RESPONSE";
    return { say, fields };
  }

  /** The senders that were accepted; before the first, any of the role. */
  private get members(): Identity[] {
    const accepted = this.registrations.flatMap(({ role, granted }) =>
      granted === undefined ? [] : [{ role, ...granted }],
    );
    return accepted.length === 0 ? [{ role: this.agentRole }] : accepted;
  }

  private registrationAnswer(received: Received): Reaction | Promise<Reaction> | undefined {
    const attempt = readRegistration(received);
    if (attempt === undefined) return undefined;
    const grant = this.grantedBefore(attempt) ?? this.newMembership(attempt.role);
    const { rules, violations } = inspectRepetition(attempt, this.registrations);
    const { raw } = received;
    const where = `${String(attempt.message.message_type)} to league_manager`;
    const { recorder, violationLog } = this.peerContext;
    violationLog.record({ rules, violations }, { raw, body: raw.body, where, recorder: { ...recorder } });
    this.registrations.push(attempt);
    return this.policy(attempt, this.registrations.length - 1, grant, this);
  }

  private audienceOf(received: Received): Audience | undefined {
    const { match_id } = received.message;
    return this.audiences.get(String(match_id)) ?? this.audiences.get(this.senderOf(received).id ?? "");
  }

  private leagueAnswer({ type, message: { match_id, query_type } }: Received): Reaction | undefined {
    switch (type) {
      case "MATCH_RESULT_REPORT":
        return { say: "MATCH_RESULT_ACK", fields: { match_id, status: "recorded" } };
      case "LEAGUE_QUERY": {
        const data = { standings: this.standings };
        return { say: "LEAGUE_QUERY_RESPONSE", fields: { query_type, success: true, data } };
      }
      default:
        return undefined;
    }
  }

  /** The registered agent that sent this, if its sender or its token shows that. */
  private senderOf(received: Received): Identity {
    const { sender, auth_token } = received.message;
    const id = typeof sender === "string" ? sender.replace(/^[a-z_]+:/, "") : undefined;
    const members = this.registrations.filter((one) => one.granted !== undefined);
    const member =
      members.find(({ granted }) => granted?.id === id || granted?.token === auth_token) ??
      (members.length === 1 ? members[0] : undefined);
    const isRegistering = readRegistration(received) !== undefined;
    if (member?.granted === undefined || isRegistering) return { role: this.agentRole };
    return { role: member.role, ...member.granted };
  }

  /** An agent that missed the answer registers again and stays the same member (LM-REG-10). */
  private grantedBefore({ message, displayName, endpoint }: Registration): Membership | undefined {
    const { conversation_id } = message;
    if (typeof conversation_id !== "string") return undefined;
    return this.registrations.find(
      (one) =>
        one.message.conversation_id === conversation_id &&
        one.displayName === displayName &&
        one.endpoint === endpoint &&
        one.granted !== undefined,
    )?.granted;
  }

  /**
   * Ids that an agent cannot guess, so that an agent with another id is detected. Each assigned id is replaced by a new
   * one, so that an agent that registers repeatedly never exhausts the ids.
   */
  private newMembership(role: Registration["role"]): Membership {
    const { random } = this.peerContext;
    const prefix = role === "player" ? "P" : "REF";
    for (let room = FIRST_IDS; ; room += 1) {
      const id = `${prefix}${LEAST_ID + random.below(room)}`;
      if (this.ids.has(id)) continue;
      this.ids.add(id);
      return { id, token: newToken(random) };
    }
  }
}

/** The policy where a check has none. */
export const acceptsAll: RegistrationPolicy = (attempt, _, grant, manager) => manager.accept(attempt, grant);

/** The first ids have three digits, so that an agent that reads two is detected. */
const LEAST_ID = 111;
const FIRST_IDS = 889;

function portOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).port : undefined;
}
