/**
 * Handles a failed call to a peer: reads its answer in other forms, and repeats the call in other forms as long as it
 * cannot have had its effect.
 */
import { AbortedError, ProtocolFault } from "../../client/errors.js";
import { answerKind, answerObject, type Form, type WireFormRegistry } from "../../wire/index.js";
import { hasEffect, isRepeatedUntilAnswered, startsMatches } from "../peers/message-effects.js";
import { classifyFailure, isAboutContent, isSameFailure, namesMember } from "./classify-failure.js";
import type { Failure } from "./derive-form.js";
import { candidates } from "./form-candidates.js";
import { bodyIn, type Negotiation } from "./negotiation.js";
import { normalizeFailure } from "./normalize-failure.js";
import { readInOtherForms, replyInAnswer } from "./read-answer.js";
import { isOrderRead } from "./refused-order.js";
import { attemptIn, requiresSession } from "./session-attempt.js";

/**
 * The reply, if the peer supports another form, which is then used for later calls.
 * @throws the error of the first attempt if no form helps, or the peer's refusal in its form
 */
export async function negotiate(failure: unknown, setting: Negotiation): Promise<unknown> {
  const error = setting.forms.strict ? failure : normalizeFailure(failure);
  const { tried, forms, row, peer } = setting;
  const judgement = (await ignoresRequestIds(error, setting)) ? "answered" : classifyFailure(error);
  if (judgement === "silent" || judgement === "refused") throw error;
  const mayOpen = !forms.strict || tried?.profile.request === "tools_call";
  if (mayOpen && requiresSession(tried, error) && (await setting.openSession())) return inSession(setting);
  const { registry } = await forms.load();
  const asked = tried ?? registry.mustBe("canonical");
  const start = judgement === "answered" ? await supportedStart(error, asked, setting) : undefined;
  if (start !== undefined) return startIn(start, registry, setting);
  const reply = await replyInAnswer(error, judgement, asked, registry, setting);
  if (reply !== undefined) return reply;
  noteOrder(asked, judgement === "answered", setting);
  if (!setting.mayTryForms || !(await mayRepeat(error, asked, setting))) throw error;
  const failures: Failure[] = [{ request: bodyIn(asked, setting), error }];
  const refusedForContent = isAboutContent(error) ? [asked] : [];
  for await (const form of candidates(registry, setting, { failures, refusedForContent })) {
    try {
      // A referee may report the match before it answers the order.
      noteOrder(form, true, setting);
      const reply = await attemptIn(form, setting);
      forms.settle(peer.endpoint, row.request, form.name === "canonical" ? null : form);
      return reply;
    } catch (refusal) {
      if (refusal instanceof AbortedError && startsMatches(row.request)) {
        // The report has arrived before the answer to the order: the referee has read this form.
        forms.settle(peer.endpoint, row.request, form.name === "canonical" ? null : form);
        throw refusal;
      }
      const another = forms.strict ? refusal : normalizeFailure(refusal);
      // A refusal of another agent's form is no evidence about this peer, unless it names a missing member.
      if (registry.isDerived(form) || namesMember(another))
        failures.push({ request: bodyIn(form, setting), error: another });
      if (isAboutContent(another)) refusedForContent.push(form);
      const next = classifyFailure(another);
      noteOrder(form, next === "answered", setting);
      if (next === "silent") throw error;
      if (next === "refused") throw another;
      if (next === "answered" && isOrderRead(bodyIn(form, setting), failures))
        forms.acceptOk(peer.endpoint, row.request);
      const reply = await replyInAnswer(another, next, form, registry, setting);
      if (reply !== undefined) return reply;
      if (await mayBeTaken(another, setting)) throw another;
      if (isAboutForm(another, row.request) || isSameFailure(error, another)) continue;
      if (startsMatches(row.request) && (await setting.isRefusedOrder(another, form))) continue;
      if (hasEffect(row.request) && !isRepeatedUntilAnswered(row.request)) throw another;
    }
  }
  forms.giveUp(peer.endpoint, row.request, error);
  throw error;
}

/** An order in a form of no document may be accepted, also if its answer cannot be read. */
function noteOrder(form: Form, mayBeTaken: boolean, { forms, peer, row }: Negotiation): void {
  if (form.isTolerant && startsMatches(row.request)) forms.noteOrdered(peer.endpoint, mayBeTaken);
}

/** Repeats the call in the session that was just opened; it may be refused for another reason now. */
async function inSession(setting: Negotiation): Promise<unknown> {
  const { tried, attempt } = setting;
  try {
    return await attempt(tried);
  } catch (error) {
    if (requiresSession(tried, error)) throw error;
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
    forms.acceptOk(peer.endpoint, row.request);
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
    const found =
      error instanceof ProtocolFault ? await readInOtherForms(error, form, registry, setting) : undefined;
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
  if (classifyFailure(error) === "unknown") return true;
  return (!hasEffect(type) || isRepeatedUntilAnswered(type)) && namesMember(error);
}

/**
 * Whether an answer that cannot be read may acknowledge a report, which is then not repeated in another form: the league
 * answers otherwise to a ping, which has no effect.
 */
async function mayBeTaken(error: unknown, { row, ask }: Negotiation): Promise<boolean> {
  if (row.request !== "MATCH_RESULT_REPORT" || classifyFailure(error) !== "answered") return false;
  const answer = await ask();
  return !answer.answersAnything && !isSameFailure(error, answer.error);
}

/** Whether the call can be made again in another form: it cannot have had its effect, or has none. */
async function mayRepeat(error: unknown, asked: Form, setting: Negotiation): Promise<boolean> {
  const { row, ask, tried, forms, peer, isRefusedOrder } = setting;
  const isUnknown = isAboutForm(error, row.request);
  if (!forms.strict && (await mayBeTaken(error, setting))) return false;
  if (isUnknown && !forms.isCanonical(peer.endpoint)) return true;
  if (forms.strict) return false;
  if (startsMatches(row.request) && (await isRefusedOrder(error, asked))) return true;
  const answer = await ask();
  if (answer.kind !== "other") return false;
  if (isUnknown || isRepeatedUntilAnswered(row.request)) return true;
  // The same answer to a ping shows that it is about the form and not about the message.
  if (hasEffect(row.request))
    return tried === null && (answer.answersAnything || isSameFailure(error, answer.error));
  return true;
}
