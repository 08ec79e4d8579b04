/**
 * Handles a failed call to a peer: reads its answer in other forms, and repeats the call in other forms as long as it
 * cannot have had its effect.
 */

import { requestsSession } from "../client/error-text.js";
import { HttpStatusError, ProtocolFault, RpcReplyError } from "../client/errors.js";
import { readMessage } from "../json/read-message.js";
import {
  answerKind,
  answerObject,
  type Form,
  type JsonObject,
  readAcceptance,
  replyShape,
  type WireFormRegistry,
} from "../wire/index.js";
import type { Failure } from "./derive-form.js";
import { candidates } from "./form-candidates.js";
import { blamesContent, isSameFailure, judgeFailure, namesMember } from "./judge-failure.js";
import { hasEffect, isInforming, isRepeatedUntilAnswered, registrant } from "./message-effects.js";
import { bodyIn, type Negotiation, requestText } from "./negotiation.js";
import { normalizeFailure } from "./normalize-failure.js";
import { isOrderRead } from "./refused-order.js";

/** HTTP statuses with which MCP servers answer a client without a session. */
const NO_SESSION: ReadonlySet<number> = new Set([400, 404]);

/**
 * The reply, if the peer supports another form, which is then used for later calls.
 * @throws the error of the first attempt if no form helps, or the peer's refusal in its form
 */
export async function negotiate(failure: unknown, setting: Negotiation): Promise<unknown> {
  const error = setting.forms.strict ? failure : normalizeFailure(failure);
  const { tried, forms, row, peer } = setting;
  const judgement = (await ignoresRequestIds(error, setting)) ? "answered" : judgeFailure(error);
  if (judgement === "silent" || judgement === "refused") throw error;
  const mayOpen = !forms.strict || tried?.profile.request === "tools_call";
  if (mayOpen && wantsSession(tried, error) && (await setting.openSession())) return inSession(setting);
  const { registry } = await forms.load();
  const asked = tried ?? registry.mustBe("canonical");
  const decision = registrationIn(error, setting);
  if (decision !== undefined) return settleDecision(decision, error, asked, registry, setting);
  if (judgement === "answered") {
    const start = await supportedStart(error, asked, setting);
    if (start !== undefined) return startIn(start, registry, setting);
    const found =
      (await readInOtherForms(error, asked, registry, setting)) ??
      (await awaitPushedReply(error, asked, setting));
    if (found !== undefined) return found;
  }
  if (!setting.mayTryForms || !(await mayRepeat(error, asked, setting))) throw error;
  const failures: Failure[] = [{ request: bodyIn(asked, setting), error }];
  const refusedForContent = blamesContent(error) ? [asked] : [];
  for await (const form of candidates(registry, setting, { failures, refusedForContent })) {
    try {
      const reply = await attemptIn(form, setting);
      forms.settle(peer.endpoint, row.request, form.name === "canonical" ? null : form);
      return reply;
    } catch (refusal) {
      const another = forms.strict ? refusal : normalizeFailure(refusal);
      // A refusal of another agent's form is no evidence about this peer, unless it names a missing member.
      if (registry.isDerived(form) || namesMember(another))
        failures.push({ request: bodyIn(form, setting), error: another });
      if (blamesContent(another)) refusedForContent.push(form);
      const next = judgeFailure(another);
      if (next === "silent") throw error;
      if (next === "refused") throw another;
      const decision = registrationIn(another, setting);
      if (decision !== undefined) return settleDecision(decision, another, form, registry, setting);
      if (next === "answered") {
        if (isOrderRead(bodyIn(form, setting), failures)) forms.trustOk(peer.endpoint, row.request);
        const found =
          (await readInOtherForms(another, form, registry, setting)) ??
          (await awaitPushedReply(another, form, setting));
        if (found !== undefined) return found;
      }
      if (isAboutForm(another, row.request) || isSameFailure(error, another)) continue;
      if (hasEffect(row.request) && !isRepeatedUntilAnswered(row.request)) throw another;
    }
  }
  forms.giveUp(peer.endpoint, row.request);
  throw error;
}

/** Repeats the call in the session that was just opened; it may be refused for another reason now. */
async function inSession(setting: Negotiation): Promise<unknown> {
  const { tried, attempt } = setting;
  try {
    return await attempt(tried);
  } catch (error) {
    if (wantsSession(tried, error)) throw error;
    return negotiate(error, setting);
  }
}

/** The form of the supported order, for a referee that acknowledges every message. */
async function supportedStart(error: unknown, asked: Form, setting: Negotiation): Promise<Form | undefined> {
  const { row, forms, peer, probeMatchStart } = setting;
  if (row.request !== "RUN_MATCH" || forms.strict || !(error instanceof ProtocolFault)) return undefined;
  if (error.hasOtherId) return undefined;
  const known = await probeMatchStart(error.answer, asked);
  if (known === undefined && answerKind(answerObject(error.answer) ?? {}) === "acknowledged")
    forms.trustOk(peer.endpoint, row.request);
  return known;
}

/** Sends the order once, in the form that the referee supports. */
async function startIn(form: Form, registry: WireFormRegistry, setting: Negotiation): Promise<unknown> {
  const { forms, peer, row } = setting;
  try {
    const reply = await attemptIn(form, setting);
    forms.settle(peer.endpoint, row.request, form);
    return reply;
  } catch (error) {
    const found = await readInOtherForms(error, form, registry, setting);
    if (found === undefined) throw error;
    return found;
  }
}

/** Whether the answer has another id than its request, and the peer repeats no request ids at all. */
async function ignoresRequestIds(error: unknown, { forms, ask }: Negotiation): Promise<boolean> {
  if (!(error instanceof ProtocolFault) || !error.hasOtherId) return false;
  if (forms.isLenient) return true;
  if (forms.strict) return false;
  const answer = await ask();
  return answer.error instanceof ProtocolFault && answer.error.hasOtherId;
}

/** Whether the peer does not support the message, or names a missing member in one that has no effect. */
function isAboutForm(error: unknown, type: string): boolean {
  if (judgeFailure(error) === "unknown") return true;
  return (!hasEffect(type) || isRepeatedUntilAnswered(type)) && namesMember(error);
}

/** Whether the call can be made again in another form: it cannot have had its effect, or has none. */
async function mayRepeat(error: unknown, asked: Form, setting: Negotiation): Promise<boolean> {
  const { row, ask, tried, forms, peer, isRefusedOrder } = setting;
  const isUnknown = isAboutForm(error, row.request);
  if (isUnknown && !forms.isCanonical(peer.endpoint)) return true;
  if (forms.strict) return false;
  if (row.request === "RUN_MATCH" && (await isRefusedOrder(error, asked))) return true;
  const answer = await ask();
  if (answer.kind !== "other") return false;
  if (isUnknown || isRepeatedUntilAnswered(row.request)) return true;
  // The same answer to a ping shows that it is about the form and not about the message.
  if (hasEffect(row.request))
    return tried === null && (answer.answersAnything || isSameFailure(error, answer.error));
  return true;
}

/** One attempt; a second one in a session, if an MCP server requires a session. */
async function attemptIn(form: Form, { attempt, openSession }: Negotiation): Promise<unknown> {
  try {
    return await attempt(form.name === "canonical" ? null : form);
  } catch (error) {
    if (!wantsSession(form, error) || !(await openSession())) throw error;
    return attempt(form);
  }
}

/** Whether an MCP server requires a session, or no longer accepts the current one. */
function wantsSession(form: Form | null, error: unknown): boolean {
  if (error instanceof RpcReplyError && requestsSession(error.text)) return true;
  const isRefused = error instanceof HttpStatusError || error instanceof RpcReplyError;
  return form?.profile.request === "tools_call" && isRefused && NO_SESSION.has(error.status);
}

/** The answer, read in the first form in which it is a valid reply; that form is settled. */
async function readInOtherForms(
  error: unknown,
  asked: Form,
  registry: WireFormRegistry,
  setting: Negotiation,
): Promise<unknown> {
  if (!(error instanceof ProtocolFault)) return undefined;
  const { forms, row, peer, message, lenient } = setting;
  const answer = answerObject(error.answer);
  const kind = answer === undefined ? "none" : answerKind(answer);
  if (kind === "ok") await learnOkAnswers(setting);
  const isTool = asked.profile.reply === "content_text";
  const isToolContent = !isTool && replyShape(error.answer) === "content_text";
  if (!(lenient || isToolContent || asked.isTolerant || (await isContentVariant(kind, error, setting))))
    return undefined;
  for (const form of readers(asked, error, registry, setting)) {
    const read = forms.callForm(form, row.request, message, peer).read(error.answer);
    if (read === undefined || row.validateReply === null) continue;
    const checked = readMessage(row.validateReply, read);
    if (!checked.ok) continue;
    // Servers also answer ok to notifications that they do not support.
    if (kind !== "ok") forms.settle(peer.endpoint, row.request, form);
    return checked.value;
  }
  return undefined;
}

/** The reply that the peer sends as a request, if its answer to this request is no refusal. */
async function awaitPushedReply(
  error: unknown,
  asked: Form,
  { forms, peer, row, pushedReply }: Negotiation,
): Promise<unknown> {
  if (!(error instanceof ProtocolFault) || error.hasOtherId || forms.isCanonical(peer.endpoint))
    return undefined;
  const reply = await pushedReply?.();
  if (reply !== undefined && asked.name !== "canonical") forms.settle(peer.endpoint, row.request, asked);
  return reply;
}

/** Whether the unexpected answer is the peer's convention and no fault: an acknowledgement, or a peer whose ping differs too. */
async function isContentVariant(
  kind: ReturnType<typeof answerKind>,
  { violations }: ProtocolFault,
  { row, forms, peer, ask }: Negotiation,
): Promise<boolean> {
  if (forms.strict) return false;
  if (row.request === "RUN_MATCH" || row.request === "MATCH_RESULT_REPORT" || isInforming(row.request)) {
    if (kind === "acknowledged" || (kind === "ok" && isInforming(row.request))) return true;
  }
  if (violations.length > 0 && forms.isCanonical(peer.endpoint)) return false;
  return (await ask()).kind === "other";
}

/** Records that an `ok` counts, if the peer answers it to supported requests only; for notifications it always counts. */
async function learnOkAnswers({ row, forms, peer, ask }: Negotiation): Promise<void> {
  if (forms.strict) return;
  const answer = isInforming(row.request) ? undefined : await ask();
  if (answer === undefined || (answer.kind !== "silent" && !answer.answersAnything)) {
    forms.trustOk(peer.endpoint, row.request);
  }
}

/** The registration response in a league manager's answer of any shape: accepted with an id, or refused. */
function registrationIn(error: unknown, { row, forms }: Negotiation): JsonObject | undefined {
  const role = registrant(row.request);
  if (role === undefined || forms.strict || !(error instanceof ProtocolFault) || error.hasOtherId)
    return undefined;
  const acceptance = readAcceptance(error.answer, role);
  if (acceptance === undefined) return undefined;
  const { id, ...rest } = acceptance;
  return { ...rest, [`${role}_id`]: id };
}

function settleDecision(
  decision: JsonObject,
  error: unknown,
  asked: Form,
  registry: WireFormRegistry,
  setting: Negotiation,
): JsonObject {
  const { forms, peer, row } = setting;
  if (error instanceof ProtocolFault) {
    forms.settle(peer.endpoint, row.request, formOfAnswer(asked, error, registry, setting));
  }
  return decision;
}

/** The form with the same request and the reply shape of this answer. */
function formOfAnswer(
  asked: Form,
  fault: ProtocolFault,
  registry: WireFormRegistry,
  setting: Negotiation,
): Form {
  const shape = replyShape(fault.answer);
  const plain = registry.at(registry.mustBe("loose"), asked.profile.request);
  const isSame = !asked.isTolerant && requestText(plain, setting) === requestText(asked, setting);
  if (asked.profile.reply === shape) return isSame ? plain : asked;
  const [form] = readers(asked, fault, registry, setting);
  return form ?? asked;
}

/** The forms with the same request text, those with the reply shape of this answer first. */
function* readers(
  asked: Form,
  fault: ProtocolFault,
  registry: WireFormRegistry,
  setting: Negotiation,
): Generator<Form> {
  const shape = replyShape(fault.answer);
  const text = requestText(asked, setting);
  // An answer of canonical shape was already read canonically.
  const isNew = (form: Form) =>
    (shape !== "result" || form.name !== "canonical") && (!fault.hasOtherId || takesAnyId(form));
  const plain = registry.at(registry.mustBe("loose"), asked.profile.request);
  const all = [...new Set([...registry.all, plain])];
  const same = all.filter((form) => isNew(form) && requestText(form, setting) === text);
  const fits = (form: Form) => form.profile.reply === shape;
  // A plain answer fits several forms: the one with the fewest assumptions comes first.
  if (same.includes(plain) && fits(plain)) yield plain;
  yield* same.filter((form) => fits(form) && form !== plain);
  if (isNew(asked)) yield asked;
  yield* same.filter((form) => !fits(form) && form !== asked);
}

function takesAnyId({ profile }: Form): boolean {
  return (profile.ids ?? "same") !== "same";
}
