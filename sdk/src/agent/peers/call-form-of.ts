/** Writes a call in a wire form, and reads its answer. */
import type { CallForm } from "../../client/call-form.js";
import { startedMatches } from "../../wire/acknowledgement.js";
import { withObjectResult } from "../../wire/bare-result.js";
import {
  answerKind,
  answerObject,
  type Form,
  type JsonObject,
  methodOf,
  readAcceptance,
  type Spelling,
  tolerantReply,
  withContractNames,
  withSpelling,
} from "../../wire/index.js";
import { isNumericId, withNumbers, withTextIds } from "../../wire/numeric-ids.js";
import { type IdPair, withIdsExchanged } from "../../wire/own-id.js";
import { withReportNames } from "../../wire/report-members.js";
import { readServiceResult } from "../../wire/service/service-answer.js";
import { replyAddress } from "../../wire/split.js";
import { answerAddress, answerNames } from "./answer-address.js";
import { registrant } from "./message-effects.js";
import type { Peer } from "./peer.js";

export interface CallSetting {
  readonly form: Form;
  readonly type: string;
  readonly message: object;
  readonly peer: Peer;
  /** The peer's spelling of names, if it differs from the contract's. */
  readonly spelling: Spelling | undefined;
  /** RFC 3339. */
  readonly now: string;
  /** The own endpoint, for a peer that reads the address for its answer from the envelope. */
  readonly replyTo: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Whether this peer answers `ok` to supported requests only. */
  readonly okIsAnswer: boolean;
  /** The id that this player uses for itself, if it differs from the assigned one. */
  readonly ownId: string | number | undefined;
  /** Called when an answer shows such an id. */
  readonly onOwnId: ((id: string | number) => void) | undefined;
  /** Called when an answer contains the assigned id. */
  readonly onAssignedId: () => void;
}

/** MCP servers refuse clients that do not accept both media types. */
const toolHeaders = { accept: "application/json, text/event-stream" };

export function callFormOf(setting: CallSetting): CallForm {
  const { form, type, peer, headers, onOwnId, spelling, replyTo } = setting;
  const assigned = peer.about?.recipient;
  const ids = (own: string | number | undefined): IdPair | undefined =>
    own === undefined || typeof assigned !== "string" ? undefined : { assigned, own };
  return {
    write: (id) => {
      const { message: own, about } = withPeerIds(setting, ids(setting.ownId));
      const message = form.isTolerant ? withReportNames(type, own) : own;
      const isServed = form.profile.acknowledges === "status";
      const address = isServed ? answerAddress(replyTo, type, setting.message, about) : replyTo;
      const isAddressed = form.profile.split !== undefined || (isServed && answerNames.has(type));
      const addressed = isAddressed ? { ...message, [replyAddress]: address } : message;
      const written = form.request(type, addressed, id, about);
      const body = isNumbered(setting) ? withNumbers(written) : written;
      return spelling === undefined ? body : withSpelling(body, spelling);
    },
    read: (answer) => {
      // The first answer of a league shows its spelling.
      const isFirst = form.isTolerant && registrant(type) !== undefined;
      const plain = spelling === undefined && !isFirst ? answer : withContractNames(answer);
      const isServed = form.profile.acknowledges === "status";
      const named = isServed ? withContractNames(answer) : undefined;
      const inText = isNumbered(setting) ? (withTextIds(named)?.body ?? named) : named;
      const own = isServed ? readServiceResult(type, inText, setting.message) : plain;
      const body = form.isTolerant ? withObjectResult(type, own) : own;
      const known = ids(setting.ownId);
      const reply = readReply(setting, body, known);
      if (known === undefined && answerObject(body)?.player_id === assigned) setting.onAssignedId();
      const ownId = known === undefined ? ownIdIn(setting, reply) : undefined;
      if (ownId === undefined || onOwnId === undefined) return reply;
      onOwnId(ownId);
      return readReply(setting, body, ids(ownId));
    },
    keepsIds: (form.profile.ids ?? "same") === "same",
    ...(form.profile.request === "tools_call" ? { headers: headers ?? toolHeaders } : {}),
  };
}

/** Whether the peer is a service of a league that assigned a number to this agent, and thus to all agents. */
function isNumbered({ form, message }: CallSetting): boolean {
  const { sender } = { sender: undefined, ...message };
  return form.profile.acknowledges === "status" && isNumericId(String(sender).split(":").at(-1));
}

function withPeerIds(
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
  const { form, type, now, okIsAnswer, spelling } = setting;
  const { message, about } = withPeerIds(setting, ids);
  const variables = { now, conversation: "unknown", ...message, ...about };
  const { recipient } = about;
  const answerer = answererOf(type, typeof recipient === "number" ? String(recipient) : recipient);
  const isSpelled = spelling !== undefined;
  const asked = { type, message, answerer, now, variables, okIsAnswer, isSpelled };
  if (!okIsAnswer && namesNoMatch(setting, body)) return undefined;
  const reply = form.isTolerant
    ? withIdOfMember(type, body, tolerantReply(form, body, asked))
    : form.admits(body)
      ? form.decodeReply(body, type, variables)
      : undefined;
  return reply === undefined || ids === undefined ? reply : withIdsExchanged(reply, ids);
}

/** The acceptance, completed with the id and the token of an object in it. */
function withIdOfMember(type: string, body: unknown, reply: JsonObject | undefined): JsonObject | undefined {
  const role = registrant(type);
  if (role === undefined || reply?.status !== "ACCEPTED" || reply[`${role}_id`]) return reply;
  const accepted = readAcceptance(body, role);
  if (accepted?.status !== "ACCEPTED") return reply;
  return { ...reply, [`${role}_id`]: accepted.id, auth_token: reply.auth_token ?? accepted.auth_token };
}

/**
 * Whether the acknowledgement of an order does not name its match: some referees acknowledge every request so. Such an
 * acknowledgement counts only from a peer that acknowledges supported requests only.
 */
function namesNoMatch({ form, type, message }: CallSetting, body: unknown): boolean {
  if (form.profile.acknowledges === "status") return false;
  if (type !== "RUN_MATCH" || !form.isTolerant || form.rulesOf(type).method !== undefined) return false;
  const answer = answerObject(body);
  if (answer === undefined || answerKind(answer) !== "acknowledged" || startedMatches(answer) > 0)
    return false;
  const { match_id } = { match_id: undefined, ...message };
  return !Object.values(answer).includes(match_id);
}

/** The player id in an answer, if it differs from the addressed player's. */
function ownIdIn({ type, peer }: CallSetting, reply: JsonObject | undefined): string | number | undefined {
  const roles: readonly string[] = methodOf(type)?.to ?? [];
  const { player_id } = reply ?? {};
  const isId = Number.isSafeInteger(player_id) || (typeof player_id === "string" && player_id !== "");
  if (!roles.includes("player") || !isId) return undefined;
  return player_id === peer.about?.recipient ? undefined : (player_id as string | number);
}

/** The sender of a whole answer. */
function answererOf(type: string, recipient: unknown): string {
  const roles: readonly string[] = methodOf(type)?.to ?? [];
  if (typeof recipient !== "string" || roles.includes("league_manager")) return "league_manager";
  const isReferee = roles.length === 1 ? roles[0] === "referee" : recipient.startsWith("REF");
  return `${isReferee ? "referee" : "player"}:${recipient}`;
}
