/**
 * What follows when a peer does not understand a call, or is not understood: its answer is read in other forms, and the
 * call is made in other forms, as long as it cannot have had its effect.
 */
import { HttpStatusError, ProtocolFault, RpcReplyError } from "../client/errors.js";
import { asksForSession } from "../client/says-unknown.js";
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
import { asMeant } from "./meant-failure.js";
import { hasEffect, isInforming, isToldAgain, registrant } from "./message-effects.js";
import { bodyIn, type Negotiation, requestText } from "./negotiation.js";
import { isOrderRead } from "./refused-order.js";

/** HTTP statuses with which MCP servers answer a client without a session. */
const NO_SESSION: ReadonlySet<number> = new Set([400, 404]);

/**
 * The reply, if the peer uses another known form; from then on it is called in that one.
 * @throws the error of the first attempt if no form helps, or the peer's refusal in its form
 */
export async function negotiate(failure: unknown, setting: Negotiation): Promise<unknown> {
  const error = setting.forms.strict ? failure : asMeant(failure);
  const { tried, forms, row, peer } = setting;
  const judgement = (await isToAnyId(error, setting)) ? "answered" : judgeFailure(error);
  if (judgement === "silent" || judgement === "refused") throw error;
  const mayOpen = !forms.strict || tried?.profile.request === "tools_call";
  if (mayOpen && wantsSession(tried, error) && (await setting.openSession())) return inSession(setting);
  const { book } = await forms.load();
  const asked = tried ?? book.mustBe("canonical");
  const decision = registrationIn(error, setting);
  if (decision !== undefined) return decided(decision, error, asked, book, setting);
  if (judgement === "answered") {
    const start = await otherStart(error, asked, setting);
    if (start !== undefined) return startIn(start, book, setting);
    const understood =
      (await understand(error, asked, book, setting)) ?? (await pushed(error, asked, setting));
    if (understood !== undefined) return understood;
  }
  if (!setting.mayTryForms || !(await mayRepeat(error, asked, setting))) throw error;
  const failures: Failure[] = [{ request: bodyIn(asked, setting), error }];
  const refusedForContent = blamesContent(error) ? [asked] : [];
  for await (const form of candidates(book, setting, { failures, refusedForContent })) {
    try {
      const reply = await attemptIn(form, setting);
      forms.settle(peer.endpoint, row.request, form.name === "canonical" ? null : form);
      return reply;
    } catch (refusal) {
      const another = forms.strict ? refusal : asMeant(refusal);
      // A refusal in the form of other agents says nothing about this one, unless it names a missing member.
      if (book.isDerived(form) || namesMember(another))
        failures.push({ request: bodyIn(form, setting), error: another });
      if (blamesContent(another)) refusedForContent.push(form);
      const next = judgeFailure(another);
      if (next === "silent") throw error;
      if (next === "refused") throw another;
      const decision = registrationIn(another, setting);
      if (decision !== undefined) return decided(decision, another, form, book, setting);
      if (next === "answered") {
        if (isOrderRead(bodyIn(form, setting), failures)) forms.trustOk(peer.endpoint, row.request);
        const understood =
          (await understand(another, form, book, setting)) ?? (await pushed(another, form, setting));
        if (understood !== undefined) return understood;
      }
      if (isAboutForm(another, row.request) || isSameFailure(error, another)) continue;
      if (hasEffect(row.request) && !isToldAgain(row.request)) throw another;
    }
  }
  forms.giveUp(peer.endpoint, row.request);
  throw error;
}

/** The call in the session that was just opened, which may be refused for another reason now. */
async function inSession(setting: Negotiation): Promise<unknown> {
  const { tried, attempt } = setting;
  try {
    return await attempt(tried);
  } catch (error) {
    if (wantsSession(tried, error)) throw error;
    return negotiate(error, setting);
  }
}

/** For a referee that has acknowledged an order as it acknowledges anything: the form of the order that it supports. */
async function otherStart(error: unknown, asked: Form, setting: Negotiation): Promise<Form | undefined> {
  const { row, forms, peer, knownStart } = setting;
  if (row.request !== "RUN_MATCH" || forms.strict || !(error instanceof ProtocolFault)) return undefined;
  if (error.isToAnother) return undefined;
  const known = await knownStart(error.answer, asked);
  if (known === undefined && answerKind(answerObject(error.answer) ?? {}) === "acknowledged")
    forms.trustOk(peer.endpoint, row.request);
  return known;
}

/** The order in the form that the referee supports; it is sent once. */
async function startIn(form: Form, book: WireFormRegistry, setting: Negotiation): Promise<unknown> {
  const { forms, peer, row } = setting;
  try {
    const reply = await attemptIn(form, setting);
    forms.settle(peer.endpoint, row.request, form);
    return reply;
  } catch (error) {
    const understood = await understand(error, form, book, setting);
    if (understood === undefined) throw error;
    return understood;
  }
}

/** Whether the answer has another id than its request, and the peer repeats no ids at all. */
async function isToAnyId(error: unknown, { forms, ask }: Negotiation): Promise<boolean> {
  if (!(error instanceof ProtocolFault) || !error.isToAnother) return false;
  if (forms.isLenient) return true;
  if (forms.strict) return false;
  const answer = await ask();
  return answer.error instanceof ProtocolFault && answer.error.isToAnother;
}

/** Whether the peer does not support the message, or names a missing member in one that has no effect. */
function isAboutForm(error: unknown, type: string): boolean {
  if (judgeFailure(error) === "unknown") return true;
  return (!hasEffect(type) || isToldAgain(type)) && namesMember(error);
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
  if (isUnknown || isToldAgain(row.request)) return true;
  // What the peer says to a ping too, it says of the form and not of the message.
  if (hasEffect(row.request))
    return tried === null && (answer.answersAnything || isSameFailure(error, answer.error));
  return true;
}

/** One attempt; an MCP server that refuses clients without a session gets a second one, in a session. */
async function attemptIn(form: Form, { attempt, openSession }: Negotiation): Promise<unknown> {
  try {
    return await attempt(form.name === "canonical" ? null : form);
  } catch (error) {
    if (!wantsSession(form, error) || !(await openSession())) throw error;
    return attempt(form);
  }
}

/** Whether an MCP server asks for a session: for a first one, or for a new one, because it has forgotten ours. */
function wantsSession(form: Form | null, error: unknown): boolean {
  if (error instanceof RpcReplyError && asksForSession(error.text)) return true;
  const isRefused = error instanceof HttpStatusError || error instanceof RpcReplyError;
  return form?.profile.request === "tools_call" && isRefused && NO_SESSION.has(error.status);
}

/** The answer, read in the form that explains it. That form is settled. */
async function understand(
  error: unknown,
  asked: Form,
  book: WireFormRegistry,
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
  for (const form of readers(asked, error, book, setting)) {
    const found = forms.callForm(form, row.request, message, peer).read(error.answer);
    if (found === undefined || row.validateReply === null) continue;
    const checked = readMessage(row.validateReply, found);
    if (!checked.ok) continue;
    // Servers also answer ok to notifications that they do not support.
    if (kind !== "ok") forms.settle(peer.endpoint, row.request, form);
    return checked.value;
  }
  return undefined;
}

/** The reply as a request of the peer, if its answer to this request is no refusal. */
async function pushed(
  error: unknown,
  asked: Form,
  { forms, peer, row, answeredApart }: Negotiation,
): Promise<unknown> {
  if (!(error instanceof ProtocolFault) || error.isToAnother || forms.isCanonical(peer.endpoint))
    return undefined;
  const reply = await answeredApart?.();
  if (reply !== undefined && asked.name !== "canonical") forms.settle(peer.endpoint, row.request, asked);
  return reply;
}

/** Whether the strange answer is a habit of the peer and no fault: an acknowledgement, or its answer to a ping is strange too. */
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

/** An `ok` counts if the peer answers it only to supported requests; for notifications, in any case. */
async function learnOkAnswers({ row, forms, peer, ask }: Negotiation): Promise<void> {
  if (forms.strict) return;
  const answer = isInforming(row.request) ? undefined : await ask();
  if (answer === undefined || (answer.kind !== "silent" && !answer.answersAnything)) {
    forms.trustOk(peer.endpoint, row.request);
  }
}

/** What a league manager's answer decides about a registration: it accepts and brings an id, or refuses. */
function registrationIn(error: unknown, { row, forms }: Negotiation): JsonObject | undefined {
  const role = registrant(row.request);
  if (role === undefined || forms.strict || !(error instanceof ProtocolFault) || error.isToAnother)
    return undefined;
  const said = readAcceptance(error.answer, role);
  if (said === undefined) return undefined;
  const { id, ...rest } = said;
  return { ...rest, [`${role}_id`]: id };
}

function decided(
  decision: JsonObject,
  error: unknown,
  asked: Form,
  book: WireFormRegistry,
  setting: Negotiation,
): JsonObject {
  const { forms, peer, row } = setting;
  if (error instanceof ProtocolFault) {
    forms.settle(peer.endpoint, row.request, formOfAnswer(asked, error, book, setting));
  }
  return decision;
}

/** The form with the same requests whose answers stand where this one does. */
function formOfAnswer(asked: Form, fault: ProtocolFault, book: WireFormRegistry, setting: Negotiation): Form {
  const shape = replyShape(fault.answer);
  const plain = book.at(book.mustBe("loose"), asked.profile.request);
  const isSame = !asked.isTolerant && requestText(plain, setting) === requestText(asked, setting);
  if (asked.profile.reply === shape) return isSame ? plain : asked;
  const [form] = readers(asked, fault, book, setting);
  return form ?? asked;
}

/** The forms in which the same request could have been made, those with this shape of answer first. */
function* readers(
  asked: Form,
  fault: ProtocolFault,
  book: WireFormRegistry,
  setting: Negotiation,
): Generator<Form> {
  const shape = replyShape(fault.answer);
  const words = requestText(asked, setting);
  // What is canonical in shape was read canonically already; what was wrong, another form may allow.
  const isNew = (form: Form) =>
    (shape !== "result" || form.name !== "canonical") && (!fault.isToAnother || takesAnyId(form));
  const plain = book.at(book.mustBe("loose"), asked.profile.request);
  const all = [...new Set([...book.all, plain])];
  const same = all.filter((form) => isNew(form) && requestText(form, setting) === words);
  const fits = (form: Form) => form.profile.reply === shape;
  // Of all that would explain a plain answer, the one that says least about the peer.
  if (same.includes(plain) && fits(plain)) yield plain;
  yield* same.filter((form) => fits(form) && form !== plain);
  if (isNew(asked)) yield asked;
  yield* same.filter((form) => !fits(form) && form !== asked);
}

function takesAnyId({ profile }: Form): boolean {
  return (profile.ids ?? "same") !== "same";
}
