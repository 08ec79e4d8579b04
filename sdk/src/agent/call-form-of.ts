/** How the client writes a call in a form, and reads its answer. */
import type { CallForm } from "../client/call-form.js";
import { startedMatches } from "../wire/acknowledgement.js";
import {
  answerKind,
  answerObject,
  type Form,
  type JsonObject,
  methodOf,
  plainly,
  type Spelling,
  spelled,
  tolerantReply,
} from "../wire/index.js";
import { type IdPair, withIdsExchanged } from "../wire/own-id.js";
import { replyAddress } from "../wire/split.js";
import { withObjectResult } from "./bare-result.js";
import type { Peer } from "./peer.js";

export interface CallSetting {
  readonly form: Form;
  readonly type: string;
  readonly message: object;
  readonly peer: Peer;
  /** How the peer spells the names of the contract, where otherwise. */
  readonly spelling: Spelling | undefined;
  /** RFC 3339. */
  readonly now: string;
  /** The own endpoint, for a peer that looks in the envelope for where its answer goes. */
  readonly replyTo: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Whether this peer says `ok` only to what it understands. */
  readonly okIsAnswer: boolean;
  /** The id that this player uses for itself, where it is not the assigned one. */
  readonly ownId: string | undefined;
  /** Called when an answer shows such an id. */
  readonly onOwnId: ((id: string) => void) | undefined;
  /** Called when an answer says the assigned id. */
  readonly onAssignedId: () => void;
}

/** MCP servers refuse clients that do not take both. */
const toolHeaders = { accept: "application/json, text/event-stream" };

export function callFormOf(setting: CallSetting): CallForm {
  const { form, type, peer, headers, onOwnId, spelling, replyTo } = setting;
  const assigned = peer.about?.recipient;
  const ids = (own: string | undefined): IdPair | undefined =>
    own === undefined || typeof assigned !== "string" ? undefined : { assigned, own };
  return {
    write: (id) => {
      const { message, about } = asThePeerKnowsIt(setting, ids(setting.ownId));
      const addressed = form.profile.split === undefined ? message : { ...message, [replyAddress]: replyTo };
      const body = form.request(type, addressed, id, about);
      return spelling === undefined ? body : spelled(body, spelling);
    },
    read: (answer) => {
      const plain = spelling === undefined ? answer : plainly(answer);
      const body = form.isTolerant ? withObjectResult(type, plain) : plain;
      const known = ids(setting.ownId);
      const reply = readReply(setting, body, known);
      if (known === undefined && answerObject(body)?.player_id === assigned) setting.onAssignedId();
      const own = known === undefined ? ownIdIn(setting, reply) : undefined;
      if (own === undefined || onOwnId === undefined) return reply;
      onOwnId(own);
      return readReply(setting, body, ids(own));
    },
    keepsIds: (form.profile.ids ?? "same") === "same",
    ...(form.profile.request === "tools_call" ? { headers: headers ?? toolHeaders } : {}),
  };
}

function asThePeerKnowsIt(
  { message, peer }: CallSetting,
  ids: IdPair | undefined,
): { readonly message: JsonObject; readonly about: JsonObject } {
  if (ids === undefined) return { message: { ...message }, about: { ...peer.about } };
  return {
    message: withIdsExchanged({ ...message }, ids),
    about: withIdsExchanged({ ...peer.about }, ids),
  };
}

function readReply(setting: CallSetting, body: unknown, ids: IdPair | undefined): JsonObject | undefined {
  const { form, type, now, okIsAnswer } = setting;
  const { message, about } = asThePeerKnowsIt(setting, ids);
  const variables = { now, conversation: "unknown", ...message, ...about };
  const answerer = answererOf(type, about.recipient);
  const asked = { type, message, answerer, now, variables, okIsAnswer };
  if (!okIsAnswer && saysNothingOfMatch(setting, body)) return undefined;
  const reply = form.isTolerant
    ? tolerantReply(form, body, asked)
    : form.admits(body)
      ? form.decodeReply(body, type, variables)
      : undefined;
  return reply === undefined || ids === undefined ? reply : withIdsExchanged(reply, ids);
}

/**
 * Whether an order to play a match is acknowledged without a word of the match: some referees say as much to whatever they
 * are told. It counts when the peer is known to say it only to what it understands.
 */
function saysNothingOfMatch({ form, type, message }: CallSetting, body: unknown): boolean {
  if (type !== "RUN_MATCH" || !form.isTolerant || form.rulesOf(type).method !== undefined) return false;
  const answer = answerObject(body);
  if (answer === undefined || answerKind(answer) !== "acknowledged" || startedMatches(answer) > 0)
    return false;
  const { match_id } = { match_id: undefined, ...message };
  return !Object.values(answer).includes(match_id);
}

/** The id with which a player has answered, where another one was asked. */
function ownIdIn({ type, peer }: CallSetting, reply: JsonObject | undefined): string | undefined {
  const roles: readonly string[] = methodOf(type)?.to ?? [];
  const { player_id } = reply ?? {};
  if (!roles.includes("player") || typeof player_id !== "string" || player_id === "") return undefined;
  return player_id === peer.about?.recipient ? undefined : player_id;
}

/** The sender of a whole answer. */
function answererOf(type: string, recipient: unknown): string {
  const roles: readonly string[] = methodOf(type)?.to ?? [];
  if (typeof recipient !== "string" || roles.includes("league_manager")) return "league_manager";
  const isReferee = roles.length === 1 ? roles[0] === "referee" : recipient.startsWith("REF");
  return `${isReferee ? "referee" : "player"}:${recipient}`;
}
