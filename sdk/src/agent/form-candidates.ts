/** The forms in which a call is made again: those that are known, and those that the peer's own words lead to. */
import { protocol } from "@league-v2/contract";
import { strictTimeStyles } from "../wire/derive/index.js";
import { type Form, findMessage, styleOf, type WireFormRegistry } from "../wire/index.js";
import type { Failure } from "./derive-form.js";
import { describeError } from "./describe-error.js";
import { listsNameFor, namesMember } from "./judge-failure.js";
import { isNotice, isToldAgain } from "./message-effects.js";
import { type Negotiation, requestText } from "./negotiation.js";

/** The documents' name, the type, and the type in lower case. */
const mostNames = 3;

/** More refusals than a message has members. */
const mostDerivations = 16;

/** Of the forms whose content was refused, so many are tried again with other times: each costs a call for every style. */
const mostRetimed = 4;

/** What the attempts of a call have shown; the caller adds to it after each of them. */
export interface Attempts {
  readonly failures: readonly Failure[];
  /** Forms whose name and place the peer supports: it has refused the content of the message. */
  readonly refusedForContent: readonly Form[];
}

/** The forms that are known, and for a peer of another form the one that its own descriptions lead to. */
export async function* candidates(
  book: WireFormRegistry,
  setting: Negotiation,
  { failures, refusedForContent }: Attempts,
): AsyncGenerator<Form> {
  const { peer, forms, ask, row } = setting;
  if (isNotice(row.request) && forms.formsOf(peer.endpoint).length > 0) {
    yield* underOtherNames(book, setting);
    return;
  }
  const registered = peer.wire === undefined ? undefined : book.named(peer.wire);
  // The forms of the documents have rules of their own that hold.
  const isTolerant = [registered, ...forms.formsOf(peer.endpoint)].some((form) => form?.isTolerant === true);
  const registration = forms.registrationOf(peer.endpoint);
  const isKnown = isTolerant || isOddlyNamed(registration, registered);
  const isForeign = isKnown || (await ask()).kind === "other";
  // What a refusal names, and the times that a peer writes, lead further than the forms of other agents.
  const isTold = failures.some(({ error }) => namesMember(error)) || writesOtherTimes(registration);
  const isNamed = failures.some(({ error }) => listsNameFor(setting.row.request, error));
  // A league manager lets in what calls its tool, also where it has not understood the address: its schema comes first.
  const isDescribed = isToldAgain(setting.row.request) && (await setting.describesItself());
  if ((isForeign && isTold) || isNamed || isDescribed) yield* derivations(setting, failures);
  for (const form of untried(book, setting, isForeign, failures)) {
    const before = failures.length;
    yield form;
    if (isForeign && failures.slice(before).some(({ error }) => namesMember(error)))
      yield* derivations(setting, failures);
  }
  // A message to the league manager is repeated until it is understood, and an order of which no name is known starts nothing.
  const isOpen =
    isForeign || isNamed || isToldAgain(setting.row.request) || setting.row.request === "RUN_MATCH";
  if (isOpen || (await setting.describesItself())) yield* derivations(setting, failures);
  if (isOpen) yield* withOtherTimes(book, refusedForContent.slice(0, mostRetimed));
}

/** Of a peer that has answered in a form, little but the names of its messages is unknown; it may have none for this one. */
function* underOtherNames(book: WireFormRegistry, { tried, peer, forms, row }: Negotiation): Generator<Form> {
  const type = row.request;
  const [settled] = forms.formsOf(peer.endpoint);
  if (settled === undefined) return;
  const { request, times = "fraction" } = settled.profile;
  const sent = new Set([(tried ?? book.mustBe("canonical")).methodName(type)]);
  for (const form of [...forms.formsOf(peer.endpoint), ...book.all]) {
    const name = form.methodName(type);
    const isOfAll = typeof form.profile.method === "object";
    if (form.profile.request !== request || isOfAll || sent.has(name) || sent.size >= mostNames) continue;
    sent.add(name);
    yield book.withTimes(form, times);
  }
}

/** A peer that reads one style of times only, and does not say so, refuses every other form of a message for it. */
function* withOtherTimes(book: WireFormRegistry, refusedForContent: readonly Form[]): Generator<Form> {
  for (const style of strictTimeStyles)
    for (const form of refusedForContent) yield book.withTimes(form, style);
}

/** The forms that the peer's own words lead to: another one after each refusal. */
async function* derivations(setting: Negotiation, failures: readonly Failure[]): AsyncGenerator<Form> {
  // Evidence is kept with the peer: a repeated refusal changes nothing.
  let seen = 0;
  const sent = new Set<string>();
  for (let attempt = 0; attempt < mostDerivations; attempt++) {
    const derived = await setting.derive(failures.slice(seen));
    seen = failures.length;
    const words = derived && requestText(derived, setting);
    if (derived === undefined || words === undefined || sent.has(words)) return;
    sent.add(words);
    yield derived;
  }
}

/** Whether a form for another address applies to this message. */
function isTakenAt({ profile }: Form, type: string): boolean {
  return profile.path === protocol.paths.register ? /_REGISTER_REQUEST$/.test(type) : type === "RUN_MATCH";
}

function blamesEnvelope(failures: readonly Failure[]): boolean {
  return failures.some(({ error }) => /sender|timestamp|league_manager:/i.test(describeError(error)));
}

/** Whether the times in a registration are written in a style that is not the documents'. */
function writesOtherTimes(registration: unknown): boolean {
  const style = styleOf(findMessage(registration)?.message.timestamp);
  return style !== undefined && style !== "fraction";
}

/** Whether a registration came under a name that its form does not have. */
function isOddlyNamed(registration: unknown, form: Form | undefined): boolean {
  const found = findMessage(registration);
  if (found === undefined || form === undefined) return false;
  return !["LEAGUE_REGISTER_REQUEST", "REFEREE_REGISTER_REQUEST"].some((type) =>
    form.carries(found.method, type),
  );
}

/** Forms whose request differs from all that was sent already: those in which the peer has answered before come first. */
function* untried(
  book: WireFormRegistry,
  setting: Negotiation,
  isForeign: boolean,
  failures: readonly Failure[],
): Generator<Form> {
  const { tried, peer, forms, row } = setting;
  const { sender } = setting.message as { readonly sender?: unknown };
  const first = tried ?? book.mustBe("canonical");
  const sent = new Set([requestText(first, setting)]);
  // An agent that has come to us in JSON-RPC is not helped by a message without it.
  const shape = peer.wire === undefined ? undefined : book.named(peer.wire)?.profile.request;
  const isRpc = peer.wire !== undefined && shape !== "bare";
  const known = forms.formsOf(peer.endpoint);
  for (const form of [...known, ...book.all]) {
    const isElsewhere = form.profile.path !== protocol.paths.mcp;
    // A server of tools takes a body without a call in it for a notification, at every path.
    const isTaken = shape !== "tools_call" && isTakenAt(form, row.request);
    if (isElsewhere ? !isTaken : isRpc && form.profile.request === "bare") continue;
    // Under another name only to start a match, or where the peer has objected to a part of the envelope.
    const isRenamed = (form.rulesOf(row.request).values?.["/sender"] ?? []).some(([name]) => name === sender);
    if (isRenamed && !(isForeign && (row.request === "RUN_MATCH" || blamesEnvelope(failures)))) continue;
    const words = requestText(form, setting);
    if (sent.has(words)) continue;
    sent.add(words);
    yield form;
  }
}
