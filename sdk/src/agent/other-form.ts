/** What is tried when a peer that was never heard of before does not understand, or is not understood. */
import { HttpStatusError, ProtocolFault, RpcReplyError } from "../client/errors.js";
import { readMessage } from "../json/read-message.js";
import { type Form, type JsonObject, replyShape } from "../wire/index.js";
import type { CallRow } from "./caller.js";
import type { PeerForms } from "./forms.js";
import type { Peer } from "./peer.js";

export interface Misunderstanding {
  readonly forms: PeerForms;
  readonly peer: Peer;
  readonly row: CallRow;
  readonly message: object;
  /** Whether the answer that came may be read in any form. */
  readonly lenient: boolean;
  /** The form that was tried; null is canonical. */
  readonly tried: Form | null;
  /** One more attempt in a form. */
  readonly attempt: (form: Form | null) => Promise<unknown>;
  /** Opens a session with an MCP server; false if that is none, or it wants none. */
  readonly openSession: () => Promise<boolean>;
}

/** HTTP statuses with which servers answer what they do not know. */
const UNKNOWN: ReadonlySet<number> = new Set([400, 404, 405, 406, 415, 422, 501]);

/** HTTP statuses with which MCP servers answer whoever has no session. */
const NO_SESSION: ReadonlySet<number> = new Set([400, 404]);

/**
 * The reply after all, if the peer speaks another form that we know; from then on it is spoken to in that one.
 * @throws the error of the first attempt, if no form helps
 */
export async function otherForm(error: unknown, setting: Misunderstanding): Promise<unknown> {
  // Where tools are called their content is no sign of another form.
  const isTool = setting.tried?.profile.reply === "content_text";
  const isReadable = error instanceof ProtocolFault && (setting.lenient || (!isTool && isToolContent(error)));
  if (!isDeaf(error) && !isReadable) throw error;
  if (setting.tried !== null && wantsSession(setting.tried, error) && (await setting.openSession())) {
    return setting.attempt(setting.tried);
  }
  const { forms, peer } = setting;
  // A response to another request is none to ours (TRN-OUT-04), unless this agent was told that the peer may speak any form.
  if (isReadable && error.isToAnother && !forms.isLenient) throw error;
  const { book } = await forms.load();
  const asked = setting.tried ?? book.named("canonical");
  if (isReadable && asked !== undefined) {
    const understood = read(error, asked, book.all, setting);
    if (understood !== undefined) return understood;
  }
  // An agent that has come to us in JSON-RPC is not helped by a message without it.
  const isRpc = peer.wire !== undefined && book.named(peer.wire)?.profile.request !== "bare";
  const others = isRpc ? book.all.filter(({ profile }) => profile.request !== "bare") : book.all;
  for (const form of untried(others, setting)) {
    try {
      const reply = await attemptIn(form, setting);
      forms.settle(peer.endpoint, form.name === "canonical" ? null : form);
      return reply;
    } catch (another) {
      if (another instanceof ProtocolFault && (setting.lenient || isToolContent(another))) {
        const late = read(another, form, book.all, setting);
        if (late !== undefined) return late;
      }
      // A refusal in the words of the contract: it was understood.
      if (another instanceof RpcReplyError && another.code.startsWith("E0")) throw another;
      if (!isDeaf(another)) throw error;
    }
  }
  if (forms.isSettled(peer.endpoint)) forms.giveUp(peer.endpoint, setting.row.request);
  throw error;
}

/** One attempt; an MCP server that refuses whoever has no session gets a second one, in a session. */
async function attemptIn(form: Form, { attempt, openSession }: Misunderstanding): Promise<unknown> {
  try {
    return await attempt(form.name === "canonical" ? null : form);
  } catch (error) {
    if (!wantsSession(form, error) || !(await openSession())) throw error;
    return attempt(form);
  }
}

/** Whether an MCP server asks for a session: for a first one, or for a new one, because it has forgotten ours. */
function wantsSession({ profile }: Form, error: unknown): boolean {
  const isRefused = error instanceof HttpStatusError || error instanceof RpcReplyError;
  return profile.request === "tools_call" && isRefused && NO_SESSION.has(error.status);
}

/** An answer that is one by the rules of JSON-RPC, with the message where MCP has it. */
function isToolContent(fault: ProtocolFault): boolean {
  return replyShape(fault.answer) === "content_text";
}

/** Whether the peer says that it does not know this kind of call, or answers it with no message at all. */
function isDeaf(error: unknown): boolean {
  if (error instanceof HttpStatusError) return UNKNOWN.has(error.status);
  if (error instanceof ProtocolFault) return isEmpty(error.answer);
  if (!(error instanceof RpcReplyError)) return false;
  const { rpcCode, code, status } = error;
  if (UNKNOWN.has(status)) return true;
  return rpcCode === -32601 || rpcCode === -32600 || (rpcCode === -32602 && code === "RPC_ERROR");
}

/** `{"status": "ok"}` and the like: a polite way to know nothing. A tool that fails is one that was not known. */
function isEmpty(answer: unknown): boolean {
  const body = answer as { result?: unknown; status?: unknown } | null | undefined;
  if (typeof body !== "object" || body === null) return false;
  const result = (body.result ?? body) as {
    message_type?: unknown;
    status?: unknown;
    content?: unknown;
    isError?: unknown;
  };
  if (typeof result !== "object" || result === null || result.message_type !== undefined) return false;
  if (result.isError === true) return true;
  return typeof result.status === "string" && Object.keys(result).length <= 3 && result.content === undefined;
}

/** The answer, read as each form that asks in the same words would read it. The one that can is settled. */
function read(fault: ProtocolFault, asked: Form, all: readonly Form[], setting: Misunderstanding): unknown {
  const { forms, row, message, peer } = setting;
  const shape = replyShape(fault.answer);
  const words = requestText(asked, setting);
  // What is canonical in shape was read canonically already; what was amiss, another form may allow.
  const isNew = (form: Form) =>
    (shape !== "result" || form.name !== "canonical") && (!fault.isToAnother || takesAnyId(form));
  const candidates = all.filter((form) => isNew(form) && requestText(form, setting) === words);
  const fits = (form: Form) => form.profile.reply === shape;
  const others = [asked, ...candidates.filter((one) => !fits(one))].filter(isNew);
  for (const form of [...candidates.filter(fits), ...others]) {
    const found = forms.callForm(form, row.request, message, peer).read(fault.answer);
    if (found === undefined || row.validateReply === null) continue;
    const checked = readMessage(row.validateReply, found);
    if (!checked.ok) continue;
    forms.settle(peer.endpoint, form);
    return checked.value;
  }
  return undefined;
}

function takesAnyId({ profile }: Form): boolean {
  return (profile.ids ?? "same") !== "same";
}

function requestText(form: Form, { row, message, peer }: Misunderstanding): string {
  return JSON.stringify(form.request(row.request, message as JsonObject, 1, peer.about));
}

/** Forms whose request differs from all that was sent already. */
function* untried(all: readonly Form[], setting: Misunderstanding): Generator<Form> {
  const first = setting.tried ?? all.find(({ name }) => name === "canonical");
  const sent = new Set(first === undefined ? [] : [requestText(first, setting)]);
  for (const form of all) {
    const words = requestText(form, setting);
    if (sent.has(words)) continue;
    sent.add(words);
    yield form;
  }
}
