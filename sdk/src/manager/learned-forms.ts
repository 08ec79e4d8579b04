/** The wire forms of the members, learned from their answers: saved in the store, and sent to referees. */
import type { RunMatch } from "@league-v2/contract";
import { wireParts } from "../agent/assembly/load-wire-parts.js";
import { canonicalWire } from "../agent/core/wire.js";
import type { FormsOfPeers } from "../agent/peers/forms-of-peers.js";
import { formFor, isCanonical, isOnlyCanonical } from "../agent/peers/known-forms.js";
import type { Peer } from "../agent/peers/peer.js";
import type { AgentCore } from "../agent/serving/agent-core.js";
import { LeagueError } from "../client/errors.js";
import type { NamedForms } from "./named-forms.js";
import type { Roster } from "./roster.js";
import type { Pairing } from "./schedule.js";
import type { Member, Store } from "./store.js";

export interface LearnedFormsSetting {
  readonly runtime: AgentCore;
  readonly store: Store;
  readonly roster: Roster;
  readonly league_id: string;
  /** The forms named by the user of this manager. */
  readonly named: NamedForms;
}

export class LearnedForms {
  readonly #setting: LearnedFormsSetting;
  /** The stored forms, by member id. */
  readonly #kept = new Map<string, string>();

  constructor(setting: LearnedFormsSetting) {
    this.#setting = setting;
  }

  /** The member as a peer that is called in its known form. */
  peer(member: Member): Peer {
    const { named, league_id } = this.#setting;
    const { id, endpoint } = member;
    return { endpoint, wire: named.first(member), about: { recipient: id, league_id } };
  }

  /**
   * Whether a member that is called in another form sent an unreadable answer: the call may have had its effect. In the forms
   * of the documents a repeated order has no effect, so it is repeated after a garbled answer.
   */
  async isUnreadAnswer(
    error: unknown,
    member: Member,
    type: "ROUND_ANNOUNCEMENT" | "RUN_MATCH",
  ): Promise<boolean> {
    const { strict, forms } = this.#setting.runtime;
    if (strict || !(error instanceof LeagueError)) return false;
    const form = await formFor(forms, this.peer(member), "ROUND_ANNOUNCEMENT");
    if (form === null && isCanonicalMember(member, forms)) return false;
    if (type === "RUN_MATCH" && form?.isTolerant === false && error.isNoRpc) return false;
    const { classifyFailure } = await wireParts.get();
    return classifyFailure(error) === "answered";
  }

  /** Stores the form that the member's answers show, if it is new. */
  async keep({ id, endpoint, wire, learned_wire }: Member): Promise<void> {
    const { runtime, store } = this.#setting;
    if (isOnlyCanonical(runtime.forms, endpoint)) return;
    const text = await runtime.forms.loaded?.textOf(endpoint);
    if (text === undefined || text === (this.#kept.get(id) ?? learned_wire ?? wire)) return;
    this.#kept.set(id, text);
    runtime.log({
      level: "info",
      message: `${id} is called in another wire form: ${text.slice(0, longestShown)}`,
    });
    await store.learnWire(id, text);
  }

  /**
   * The order with the forms of both players, if one of them is not canonical: a referee that reads these members need not
   * determine the forms again; other referees ignore them.
   */
  async withForms(order: RunMatch, { player_A_id, player_B_id }: Pairing): Promise<RunMatch> {
    const { roster } = this.#setting;
    const players = [await roster.member(player_A_id), await roster.member(player_B_id)];
    const [a, b] = await Promise.all(players.map((player) => this.#formOf(player)));
    if (a === undefined || b === undefined || (a === canonicalWire.name && b === a)) return order;
    const extension = { player_A_wire: asMember(a), player_B_wire: asMember(b) };
    return { ...order, ...extension };
  }

  async #formOf(member: Member | null): Promise<string | undefined> {
    if (member === null) return undefined;
    const { runtime, named } = this.#setting;
    const { endpoint } = member;
    const form = (await runtime.forms.loaded?.textOf(endpoint)) ?? named.only(member);
    return form ?? (isCanonical(runtime.forms, endpoint) ? canonicalWire.name : named.first(member));
  }
}

/** A name as it is, a whole profile as an object. */
function asMember(text: string): unknown {
  return text.startsWith("{") ? JSON.parse(text) : text;
}

/** The maximum length in a log line: profiles are longer. */
const longestShown = 80;

/** Whether a member registered canonically and has never answered in another form. */
export function isCanonicalMember({ wire, learned_wire, endpoint }: Member, forms: FormsOfPeers): boolean {
  return wire === canonicalWire.name && learned_wire === undefined && isOnlyCanonical(forms, endpoint);
}
