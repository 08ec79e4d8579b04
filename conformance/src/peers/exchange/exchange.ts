/** One exchange with the agent: sent, recorded, inspected by the oracle, decoded. */

import { protocol, replyTypeOf } from "../../contract.js";
import { isObject, type JsonObject, jsonIn } from "../../json.js";
import { inspectSecrecy } from "../../oracle/body-rules.js";
import { type EnvelopeContext, inspectEnvelope, withTypeInCase } from "../../oracle/envelope-rules.js";
import { inspectNames, type Named } from "../../oracle/name-rules.js";
import { violations } from "../../oracle/received-form.js";
import { inspectReply } from "../../oracle/reply-rules.js";
import type { RawOutcome, RawRequest } from "../../wire/types.js";
import { Answer } from "./answer.js";
import { type PeerContext, type Target, variablesAbout, type WireForm } from "./peer-context.js";

export interface OutgoingMessage {
  /** The sender's name in the transcript. */
  from: string;
  to: Target;
  body: Uint8Array;
  /** The canonical type of the message in the body, where there is one. */
  type?: string;
  /** The name of the request in diagnoses; default the type. */
  question?: string;
  timeoutMs: number;
  /** The canonical message in the body: in some forms the answer leaves out members of the request. */
  message?: JsonObject;
  conversation?: unknown;
  /** Verb, path, headers, pace: for checks of the transport. */
  http?: Partial<Pick<RawRequest, "verb" | "path" | "headers" | "pace" | "url">> | undefined;
}

export async function exchange(peerContext: PeerContext, outgoing: OutgoingMessage): Promise<Answer> {
  const { transcript, check } = peerContext.recorder;
  const { from, to, body, type, http = {} } = outgoing;
  const question = outgoing.question ?? type ?? "the request";
  const raw = await send(peerContext, outgoing);
  transcript.request(from, to.name, body, raw.timing.sent_ms, raw);
  if (raw.kind === "failure") {
    transcript.failure(to.name, from, raw);
    return new Answer({ raw, json: undefined, message: undefined, question, wanted: wantedFor(type) });
  }
  transcript.reply(to.name, from, raw.status, raw.body, raw.timing.end_ms, raw);
  transcript.receivedCount += 1;
  const isOfForm = answersWithResponses(peerContext) || (type === undefined && !hasRequest(jsonIn(raw.body)));
  const isRpc = (isPlainPost(http) || isServed(raw, http)) && isOfForm;
  const { json, ...inspected } = isRpc
    ? inspectReply(body, raw)
    : { json: jsonIn(raw.body), rules: [], violations: [] };
  const where = `the answer to ${question}`;
  const one = { raw, body: raw.body, where, recorder: { check, transcript } };
  peerContext.violationLog.record(inspected, one);
  peerContext.violationLog.record(inspectSecrecy(raw.body), one);
  const message = peerContext.form.codec.decodeReply(
    json,
    type,
    variablesAbout(peerContext, to.variables, outgoing.message),
  );
  const wanted = wantedFor(type);
  const read = message === undefined ? undefined : withTypeInCase(message, wanted);
  const response = type === undefined ? json : inResponse(json, peerContext);
  const answer = new Answer({ raw, json: response, message: read, question, wanted });
  const isMessage = message !== undefined && answer.outcome === "message" && isLeagueMessage(message);
  if (isMessage && wanted !== undefined) {
    const context: EnvelopeContext = {
      type: wanted,
      expectedSender: to.identity,
      conversation: outgoing.conversation,
      now_ms: raw.timing.end_ms,
      at: "/result",
    };
    peerContext.violationLog.record(inspectEnvelope(message, context), one);
  }
  const { form, violationLog } = peerContext;
  const { codec } = form;
  const isCanonical = codec.isLeagueForm && codec.dialect === "canonical";
  // JSON-RPC allows any result; an acknowledgement is a message of the contract all the same.
  const isAcknowledgement = answer.hasResult && isCanonical && isMere(wanted);
  if (isMessage || isAcknowledgement) {
    const named: Named = {
      type,
      request: outgoing.message,
      reply: message ?? {},
      role: to.identity.role,
      id: to.identity.id,
      now_ms: raw.timing.end_ms,
      isFlat: codec.dialect === "flat",
      isLeagueForm: codec.isLeagueForm,
    };
    const found = inspectNames(named);
    // The checks that send malformed messages judge the answers to them.
    const isJudged = found.violations.length === 0 || isWellFormed(type, outgoing.message);
    if (isJudged) violationLog.record(found, one);
  }
  return answer;
}

/** Whether the contract has such a message. */
function isWellFormed(type: string | undefined, message: JsonObject | undefined): boolean {
  return type !== undefined && violations(type, message).length === 0;
}

/** In a form without JSON-RPC responses the body is the result. */
function inResponse(json: unknown, { form: { codec } }: PeerContext): unknown {
  const isBare = codec.profile.reply === "bare" && isObject(json) && json.jsonrpc === undefined;
  return isBare ? { result: json } : json;
}

/** Sends the bytes; to an MCP server in a session if it requires one. */
function send(
  { environment: { wire }, form, sessions }: PeerContext,
  { to, body, timeoutMs, http = {} }: OutgoingMessage,
): Promise<RawOutcome> {
  const request = { url: addressIn(form.codec, to.url), body, timeoutMs, ...http };
  const isTool = form.codec.profile.request === "tools_call";
  return isTool ? sessions.send(wire, request, isPlainPost(http)) : wire.exchange(request);
}

/** The address at which the agent accepts messages of this form. */
function addressIn({ profile }: WireForm["codec"], url: string): string {
  return profile.path === protocol.paths.mcp ? url : new URL(profile.path, url).href;
}

/** A check that sends another verb, path or header judges the result itself. */
function isPlainPost({ verb = "POST", path, headers }: NonNullable<OutgoingMessage["http"]>): boolean {
  return verb === "POST" && path === undefined && headers === undefined;
}

/** A request with other headers that the agent served anyway is answered like any other request. */
function isServed(
  { status }: { status: number },
  { verb, path }: NonNullable<OutgoingMessage["http"]>,
): boolean {
  return status === 200 && verb === undefined && path === undefined;
}

/** A wire form whose answers are no JSON-RPC responses is reported once, by the check of TRN-RPC-01. */
function answersWithResponses({ form: { codec } }: PeerContext): boolean {
  return codec.profile.reply === "result" || codec.profile.reply === "content_text";
}

/** A request in place of a response, alone or in a list. */
function hasRequest(json: unknown): boolean {
  return (Array.isArray(json) ? json : [json]).some((one) => isObject(one) && Object.hasOwn(one, "method"));
}

function wantedFor(type: string | undefined): string | undefined {
  return type === undefined ? undefined : replyTypeOf(type);
}

function isMere(wanted: string | undefined): boolean {
  return wanted?.endsWith("_ACK") === true && wanted !== "GAME_JOIN_ACK";
}

/** Anything with a member of an envelope is judged as one; `{}` or `{status: "ok"}` is judged by the check that asked. */
function isLeagueMessage(message: JsonObject): boolean {
  return message.protocol !== undefined || message.message_type !== undefined;
}
