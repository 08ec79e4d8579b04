/** The forms in which a failed call is repeated: the known ones, and those derived from the peer's texts. */
import { protocol } from "@league-v2/contract";
import { strictTimeStyles } from "../../wire/derive/index.js";
import { type Form, findMessage, styleOf, type WireFormRegistry } from "../../wire/index.js";
import { mostPaths } from "../../wire/service/service-paths.js";
import { startsOtherwise } from "../../wire/strict-profile.js";
import { describeError } from "../core/describe-error.js";
import { isNotice, isRepeatedUntilAnswered } from "../peers/message-effects.js";
import { isSameRefusal, isUnknownPath, listsNameFor, namesMember } from "./classify-failure.js";
import type { Failure } from "./derive-form.js";
import { type Negotiation, requestText } from "./negotiation.js";

/** The documents' name, the type, and the type in lower case. */
const mostNames = 3;

/** More refusals than a message has members. */
const mostDerivations = 16;

/** The most refused forms that are repeated with other time styles: each costs one call for every style. */
const mostRetimed = 4;

/** The results of the attempts of a call; the caller appends after each attempt. */
export interface Attempts {
  readonly failures: readonly Failure[];
  /** Forms whose method and place the peer supports: it refused the content of the message. */
  readonly refusedForContent: readonly Form[];
}

/** The known forms, and for a peer of another form the one derived from its descriptions. */
export async function* candidates(
  registry: WireFormRegistry,
  setting: Negotiation,
  { failures, refusedForContent }: Attempts,
): AsyncGenerator<Form> {
  const { peer, forms, ask, row } = setting;
  const registered = peer.wire === undefined ? undefined : registry.named(peer.wire);
  const isServed = [registered, setting.tried].some((form) => form?.profile.acknowledges === "status");
  if (isServed) {
    yield* derivations(setting, failures, setting.tried ?? registered);
    return;
  }
  if (isNotice(row.request) && forms.formsOf(peer.endpoint).length > 0) {
    yield* underOtherNames(registry, setting);
    return;
  }
  if (
    failures.every(({ error }) => isUnknownPath(error)) &&
    isSameRefusal(failures[0]?.error, (await ask()).error)
  ) {
    // No form can succeed at a path that the server does not have.
    for (const form of untried(registry, setting, false, failures)) if (isElsewhere(form)) yield form;
    yield* derivations(setting, failures, undefined, true);
    return;
  }
  // A form of the documents has separate rules, which apply.
  const isTolerant = [registered, ...forms.formsOf(peer.endpoint)].some((form) => form?.isTolerant === true);
  const registration = forms.registrationOf(peer.endpoint);
  const isKnown = isTolerant || hasOtherMethod(registration, registered);
  const isForeign = isKnown || (await ask()).kind === "other";
  // Members that a refusal names, and the peer's time style, are stronger evidence than the forms of other agents.
  const hasEvidence = failures.some(({ error }) => namesMember(error)) || writesOtherTimes(registration);
  const isNamed = failures.some(({ error }) => listsNameFor(setting.row.request, error));
  // A league manager may accept a call of its tool without having read the address: its schema comes first.
  const isDescribed = isRepeatedUntilAnswered(setting.row.request) && (await setting.describesItself());
  if ((isForeign && hasEvidence) || isNamed || isDescribed) yield* derivations(setting, failures);
  for (const form of untried(registry, setting, isForeign, failures)) {
    const before = failures.length;
    yield form;
    if (isForeign && failures.slice(before).some(({ error }) => namesMember(error)))
      yield* derivations(setting, failures);
  }
  // A message to the league manager may be repeated, and an order under an unknown name starts nothing.
  const mayDerive =
    isForeign ||
    isNamed ||
    isRepeatedUntilAnswered(setting.row.request) ||
    setting.row.request === "RUN_MATCH";
  if (mayDerive || (await setting.describesItself())) yield* derivations(setting, failures);
  if (mayDerive) yield* withOtherTimes(registry, refusedForContent.slice(0, mostRetimed));
}

/** For a peer whose form is known, only the method name is varied; the peer may have none for this message. */
function* underOtherNames(
  registry: WireFormRegistry,
  { tried, peer, forms, row }: Negotiation,
): Generator<Form> {
  const type = row.request;
  const [settled] = forms.formsOf(peer.endpoint);
  if (settled === undefined) return;
  const { request, times = "fraction" } = settled.profile;
  const sent = new Set([(tried ?? registry.mustBe("canonical")).methodName(type)]);
  for (const form of [...forms.formsOf(peer.endpoint), ...registry.all]) {
    const name = form.methodName(type);
    const isOfAll = typeof form.profile.method === "object";
    if (form.profile.request !== request || isOfAll || sent.has(name) || sent.size >= mostNames) continue;
    sent.add(name);
    yield registry.withTimes(form, times);
  }
}

/** The refused forms in each strict time style, for a peer that parses one style only and does not report it. */
function* withOtherTimes(registry: WireFormRegistry, refusedForContent: readonly Form[]): Generator<Form> {
  for (const style of strictTimeStyles)
    for (const form of refusedForContent) yield registry.withTimes(form, style);
}

/**
 * The forms derived from the peer's texts: a new one after each refusal.
 * @param hasNoEndpoint whether the peer answers nothing at its endpoint: then only its descriptions and paths are requested
 */
async function* derivations(
  setting: Negotiation,
  failures: readonly Failure[],
  tried?: Form,
  hasNoEndpoint = tried?.profile.acknowledges === "status",
): AsyncGenerator<Form> {
  // Only new failures are passed on: the derivation keeps earlier ones.
  let seen = 0;
  const sent = new Set(tried === undefined ? [] : [requestText(tried, setting)]);
  const most = hasNoEndpoint ? mostPaths : mostDerivations;
  for (let attempt = 0; attempt < most; attempt++) {
    const derived = await setting.derive(failures.slice(seen), hasNoEndpoint);
    seen = failures.length;
    const text = derived && requestText(derived, setting);
    if (derived === undefined || text === undefined || sent.has(text)) return;
    sent.add(text);
    yield derived;
  }
}

function isElsewhere({ profile }: Form): boolean {
  return profile.path !== protocol.paths.mcp;
}

/** Whether a form for another address applies to this message. */
function appliesTo({ profile }: Form, type: string): boolean {
  return profile.path === protocol.paths.register ? /_REGISTER_REQUEST$/.test(type) : type === "RUN_MATCH";
}

function nameEnvelopeMember(failures: readonly Failure[]): boolean {
  return failures.some(({ error }) => /sender|timestamp|league_manager:/i.test(describeError(error)));
}

/** Whether the time style of a registration differs from the documents'. */
function writesOtherTimes(registration: unknown): boolean {
  const style = styleOf(findMessage(registration)?.message.timestamp);
  return style !== undefined && style !== "fraction";
}

/** Whether a registration has a method name that its form does not have. */
function hasOtherMethod(registration: unknown, form: Form | undefined): boolean {
  const found = findMessage(registration);
  if (found === undefined || form === undefined) return false;
  return !["LEAGUE_REGISTER_REQUEST", "REFEREE_REGISTER_REQUEST"].some((type) =>
    form.carries(found.method, type),
  );
}

/** Forms whose request text was not sent yet, first those in which the peer has answered. */
function* untried(
  registry: WireFormRegistry,
  setting: Negotiation,
  isForeign: boolean,
  failures: readonly Failure[],
): Generator<Form> {
  const { tried, peer, forms, row } = setting;
  const { sender } = setting.message as { readonly sender?: unknown };
  const first = tried ?? registry.mustBe("canonical");
  const sent = new Set([requestText(first, setting)]);
  // A peer that registered by JSON-RPC gets no bare message.
  const shape = peer.wire === undefined ? undefined : registry.named(peer.wire)?.profile.request;
  const isRpc = peer.wire !== undefined && shape !== "bare";
  // A peer whose form has no calls gets no calls.
  const isPlain = shape === "bare" && peer.wire?.startsWith("{") === true;
  const known = forms.formsOf(peer.endpoint);
  for (const form of [...known, ...registry.all]) {
    // An MCP server reads a body without a call as a notification, at every path.
    const isSupported = shape !== "tools_call" && appliesTo(form, row.request);
    const isBare = form.profile.request === "bare";
    if (isElsewhere(form) ? !isSupported : isBare ? isRpc : isPlain) continue;
    // Another sender is used only to start a match, or after a refusal of an envelope member.
    const isRenamed = (form.rulesOf(row.request).values?.["/sender"] ?? []).some(([name]) => name === sender);
    if (isRenamed && !(isForeign && (row.request === "RUN_MATCH" || nameEnvelopeMember(failures)))) continue;
    if (forms.strict && row.request === "RUN_MATCH" && startsOtherwise(form.profile)) continue;
    const text = requestText(form, setting);
    if (sent.has(text)) continue;
    sent.add(text);
    yield form;
  }
}
