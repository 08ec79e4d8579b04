/** Reads the answer of a failed call in other forms with the same request; the form of a valid reply is settled. */
import { ProtocolFault } from "../../client/errors.js";
import { readMessage } from "../../json/read-message.js";
import {
  answerKind,
  answerObject,
  type Form,
  type JsonObject,
  readAcceptance,
  replyShape,
  type WireFormRegistry,
} from "../../wire/index.js";
import { isOfUsualSize } from "../../wire/limits.js";
import { isInforming, registrant } from "../peers/message-effects.js";
import type { FailureKind } from "./classify-failure.js";
import { type Negotiation, requestText } from "./negotiation.js";
import { inTimesOf } from "./peer-times.js";

/**
 * The reply in the answer of a failed call in the form `asked`; undefined without one.
 * @param judgement of the failure
 */
export async function replyInAnswer(
  error: unknown,
  judgement: FailureKind,
  asked: Form,
  registry: WireFormRegistry,
  setting: Negotiation,
): Promise<unknown> {
  if (!(error instanceof ProtocolFault) || !isOfUsualSize(error.answer)) return undefined;
  const decision = registrationIn(error, setting);
  if (decision !== undefined) {
    const { forms, peer, row } = setting;
    const form = formOfAnswer(asked, error, registry, setting);
    forms.settle(peer.endpoint, row.request, inTimesOf(error.answer, form, registry));
    return decision;
  }
  if (judgement !== "answered") return undefined;
  return (
    (await readInOtherForms(error, asked, registry, setting)) ??
    (await awaitPushedReply(error, asked, setting))
  );
}

/** The answer, read in the first form in which it is a valid reply; that form is settled. */
export async function readInOtherForms(
  error: ProtocolFault,
  asked: Form,
  registry: WireFormRegistry,
  setting: Negotiation,
): Promise<unknown> {
  const { forms, row, peer, message, lenient } = setting;
  const answer = answerObject(error.answer);
  const kind = answer === undefined ? "none" : answerKind(answer);
  if (kind === "ok") await learnOkAnswers(setting);
  const isTool = asked.profile.reply === "content_text";
  const isToolContent = !isTool && replyShape(error.answer) === "content_text";
  if (
    !(
      lenient ||
      isToolContent ||
      asked.isTolerant ||
      (await isContentVariant(kind, error, setting, registry))
    )
  )
    return undefined;
  for (const form of readers(asked, error, registry, setting)) {
    const read = forms.callForm(form, row.request, message, peer).read(error.answer);
    if (read === undefined || row.validateReply === null) continue;
    const checked = readMessage(row.validateReply, read);
    if (!checked.ok) continue;
    // Servers also answer ok to notifications that they do not support.
    if (kind !== "ok" || !isInforming(row.request)) forms.settle(peer.endpoint, row.request, form);
    return checked.value;
  }
  return undefined;
}

/** The reply that the peer sends as a request, if its answer to this request is no refusal. */
async function awaitPushedReply(
  error: ProtocolFault,
  asked: Form,
  { forms, peer, row, pushedReply }: Negotiation,
): Promise<unknown> {
  if (error.hasOtherId || forms.isCanonical(peer.endpoint)) return undefined;
  const reply = await pushedReply?.();
  if (reply !== undefined && asked.name !== "canonical") forms.settle(peer.endpoint, row.request, asked);
  return reply;
}

/** Whether the unexpected answer is the peer's convention and no fault: an acknowledgement, or a peer whose ping differs too. */
async function isContentVariant(
  kind: ReturnType<typeof answerKind>,
  { violations }: ProtocolFault,
  { row, forms, peer, ask }: Negotiation,
  registry: WireFormRegistry,
): Promise<boolean> {
  if (forms.strict) return false;
  // All documents have this spelling of names.
  if (peer.wire !== undefined && registry.named(peer.wire)?.profile.spelling !== undefined) return true;
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
    forms.acceptOk(peer.endpoint, row.request);
  }
}

/** The registration response in a league manager's answer of any shape: accepted with an id, or refused. */
function registrationIn(error: ProtocolFault, { row, forms }: Negotiation): JsonObject | undefined {
  const role = registrant(row.request);
  if (role === undefined || forms.strict || error.hasOtherId) return undefined;
  const acceptance = readAcceptance(error.answer, role);
  if (acceptance === undefined) return undefined;
  const { id, ...rest } = acceptance;
  return { ...rest, [`${role}_id`]: id };
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
  const { spelling } = asked.profile;
  const plain = registry.withSpelling(registry.at(registry.mustBe("loose"), asked.profile.request), spelling);
  const all = [...new Set([...registry.all.map((form) => registry.withSpelling(form, spelling)), plain])];
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
