/** Finds the wire form of the agent: by what it sends, and by trying a harmless message in one form after the other. */
import type { RunContext } from "../fixtures/context.js";
import type { AgentInstance, RefereeInstance } from "../fixtures/start.js";
import { Codec, intendedShape } from "../profiles/codec.js";
import { differences } from "../profiles/describe.js";
import { nearestTo } from "../profiles/forms.js";
import { asProfile } from "../profiles/load.js";
import type { WireProfile } from "../profiles/types.js";
import { type DerivedForm, derivedForm } from "./derive-form.js";
import { asKnownReferee, isOfSender, knownRefereeNotes } from "./known-referee.js";
import { learnMatchStart } from "./learn-match-start.js";
import { adoptFormats, usualIdsNotes } from "./manager-formats.js";
import { isPlain, type MatchInForm, matchInForm } from "./match-in-form.js";
import { placeholderForToken } from "./placeholder-token.js";
import { bestOf, byReply, isOfForm, PROBED, type Probe, probeForms, probeOne, shapeOf } from "./probe.js";
import { inWholeSeconds, isOfTime, wholeSecondsNotes } from "./whole-seconds.js";

const METHOD_NOT_FOUND = -32_601;

const INTERNAL_ERROR = -32_603;

export interface Decision {
  /** One sentence for people. */
  why: string;
  /** The agent has answered in the form that is now the run's. */
  understood: boolean;
  /** Notes about properties that cannot be detected, and their options. */
  notes: string[];
}

export class Detection {
  private readonly context: RunContext;
  /** The form that the user has named, the first to be tried. */
  private readonly asked: Codec | undefined;
  private seen: Codec | undefined;
  /** Whether a message of the contract was answered in the form that is now the run's. */
  private hasAnswered = false;

  constructor(context: RunContext, asked: Codec | undefined) {
    this.context = context;
    this.asked = asked;
  }

  /** From now on, the form of the agent's first message (its registration) is recorded. */
  listen(): void {
    const { context, asked } = this;
    context.onFirstMessage = (body) => {
      if (this.seen !== undefined) return;
      const known = asked === undefined ? context.forms : [asked, ...context.forms];
      this.seen = asked?.fits(body) === true ? asked : nearestTo(known, body);
      if (asked === undefined) context.codec = this.seen ?? context.codec;
    };
  }

  /** Decides, on an instance that has started, and sets the run's form. */
  async decide(instance: AgentInstance): Promise<Decision> {
    const { context } = this;
    delete context.onFirstMessage;
    const found = await this.byMessages(instance);
    const words = found.understood ? await placeholderForToken(context, instance) : [];
    const decision = { ...found, notes: [...found.notes, ...words] };
    return (await this.byMatch(instance, decision)) ?? decision;
  }

  /** As a league manager of the SDK starts its matches: for a referee that has not answered in a form of league.v2. */
  private async byMatch(instance: AgentInstance, decision: Decision): Promise<Decision | undefined> {
    const { context, asked } = this;
    const { codec } = context;
    if (context.role !== "referee") return undefined;
    const referee = instance as AgentInstance & RefereeInstance;
    const isKnown = this.hasAnswered && (codec.isLeagueForm || codec === asked);
    if (isKnown && !(await this.lacksOrders(referee))) return undefined;
    const start = await learnMatchStart(context, referee);
    if (start === undefined) return undefined;
    const learned = new Codec(asProfile(start.profile));
    // A manager also plays with a referee whose answers only are in the form that it has shown.
    if (decision.understood && differences(learned.profile).length === 0) return undefined;
    context.codec = learned;
    context.derivedProfile = start.profile;
    if (isOfForm((await probeOne(context, instance, learned)).answer)) {
      context.servesOnlyOrders = true;
      await referee.league.openStandIns();
    }
    const notes = [
      "the form is the one in which the SDK's league manager starts a match",
      `what is different from "canonical": ${differences(learned.profile).join("; ")}`,
      "keep it with --wire-out FILE, and use it again with --wire FILE",
    ];
    const why = start.isPlayed ? "a match was played in it" : "it takes an order for a match in it";
    return { why, understood: true, notes: [...decision.notes, ...notes] };
  }

  /** Whether a referee that has answered an announcement has no method for orders in that form. The order names no match. */
  private async lacksOrders({ agent, league }: RefereeInstance): Promise<boolean> {
    if (this.context.codec.name === "canonical") return false;
    const { outcome, refusal } = await league.client.say(agent, "RUN_MATCH", {});
    return outcome === "refusal" && refusal.code === METHOD_NOT_FOUND;
  }

  private async byMessages(instance: AgentInstance): Promise<Decision> {
    const { context } = this;
    const probes = await this.probes(instance);
    const listed = await this.listed(probes, instance);
    adoptFormats(context, probes);
    const derived = await this.better(listed, probes, instance);
    if (derived !== undefined) return this.decided(derived);
    if (listed === undefined) return this.assume(probes);
    context.codec = listed;
    this.hasAnswered = true;
    const isSeen = this.seen?.name === listed.name;
    const why = isSeen ? "it registers and answers in it" : "it answers in it";
    return { why, understood: true, notes: [...this.hiddenForms(), ...this.adaptations] };
  }

  /** One harmless message in each form; if the player refuses the sender, again with a referee id that it may accept. */
  private async probes(instance: AgentInstance): Promise<Probe[]> {
    const { context, first } = this;
    const probeAll = () => probeForms(context, instance, [...first, ...context.forms]);
    const seen = await probeAll();
    const isUnderstood = (found: readonly Probe[]) => bestOf(found)?.understood === "full";
    const isTimeRefused = !isUnderstood(seen) && seen.some(({ answer }) => isOfTime(answer));
    const probes =
      (isTimeRefused ? await inWholeSeconds(context, probeAll, isUnderstood) : undefined) ?? seen;
    const isSenderRefused = bestOf(probes) === undefined && probes.some(({ answer }) => isOfSender(answer));
    if (!isSenderRefused) return probes;
    return (await asKnownReferee(context, probeAll, (seen) => bestOf(seen) !== undefined)) ?? probes;
  }

  /** Notes about adaptations of the suite to this agent's refusals. */
  private get adaptations(): string[] {
    const { context } = this;
    return [...knownRefereeNotes(context), ...wholeSecondsNotes(context), ...usualIdsNotes(context)];
  }

  /** The forms that are tried before all others. */
  private get first(): Codec[] {
    return [this.asked, this.seen].filter((codec) => codec !== undefined);
  }

  /** The bundled form that the agent has answered in. */
  private async listed(probes: readonly Probe[], instance: AgentInstance): Promise<Codec | undefined> {
    const { context, first } = this;
    const best = bestOf(probes);
    if (best === undefined || best.understood === "ok") return undefined;
    const preferred = [...first, ...context.forms];
    const type = PROBED[context.role];
    const fitting = best.understood === "refused" ? best.codec : byReply(best, preferred, type);
    const found = fitting ?? composed(best);
    return (await this.plainForm(found, instance)) ?? found;
  }

  /** A derived form, where it says more of the agent than the bundled one. */
  private async better(
    listed: Codec | undefined,
    probes: readonly Probe[],
    instance: AgentInstance,
  ): Promise<DerivedForm | undefined> {
    const { context } = this;
    if (probes.every(({ understood }) => understood === "silence")) return undefined;
    const before = listed && (await howMuch(context, instance, listed));
    if (before !== undefined && !before.isFormRefused) return undefined;
    const derived = await derivedForm(context, instance);
    if (derived === undefined) return undefined;
    const after = await howMuch(context, instance, derived.codec);
    return after.understood > (before?.understood ?? 0) ? derived : undefined;
  }

  private decided({ codec, document, evidence }: DerivedForm): Decision {
    this.context.codec = codec;
    this.context.derivedProfile = document;
    const notes = [
      `the form is derived: ${evidence.join("; ")}`,
      `what is different from "${document.extends}": ${differences(codec.profile).join("; ")}`,
      "keep it with --wire-out FILE, and use it again with --wire FILE",
      ...this.adaptations,
    ];
    return { why: "it answers in it; no bundled form is as near", understood: true, notes };
  }

  /**
   * A league form, where a bare sender is all in which the agent differs from it: RC and PC name themselves so, which
   * is for TRN-ENV-03 to say.
   */
  private async plainForm(found: Codec, instance: AgentInstance): Promise<Codec | undefined> {
    if (found.isLeagueForm || found.profile.sender !== "bare") return undefined;
    for (const form of this.context.forms) {
      if (form.isLeagueForm && isPlacedAlike(form, found) && (await isPlain(this.context, instance, form)))
        return form;
    }
    return undefined;
  }

  private assume(probes: readonly Probe[]): Decision {
    const { context, asked, seen } = this;
    const answered = probes.filter(({ understood }) => understood !== "silence");
    context.codec = asked ?? seen ?? context.forms[0] ?? context.codec;
    const end = probes[0]?.answer.describeAsEnd() ?? "got no answer";
    if (seen !== undefined && context.codec === seen && hasMethods(seen, probes))
      return {
        why: `it registers in it, and supports its methods; one ${end}`,
        understood: true,
        notes: [],
      };
    const tried = `${answered.length} forms were tried; ${context.codec.name} ${end}`;
    const why =
      seen === undefined
        ? `it answered in none, so this one is assumed; ${tried}`
        : `it registers in it; ${tried}`;
    return { why, understood: false, notes: [] };
  }

  /** Forms that cannot be distinguished from the detected one by the agent's requests and its answer to the probe. */
  private hiddenForms(): string[] {
    const { context } = this;
    const { codec, role, forms } = context;
    if (role === "player" || !codec.isLeagueForm) return [];
    const type = role === "referee" ? "GAME_INVITATION" : "ROUND_ANNOUNCEMENT";
    const shape = shapeOf(codec, type);
    const hidden = forms.filter((other) => other.name !== codec.name && shapeOf(other, type) === shape);
    const names = hidden.map(({ name }) => name).filter((name) => name !== "loose");
    if (names.length === 0) return [];
    return [
      `the requests of ${names.join(", ")} are identical to those of ${codec.name}: if this ${role} expects answers in one of these forms, pass it with --wire`,
    ];
  }
}

/** A league form whose method failed inside of the agent, while those of other forms are unknown to it. */
function hasMethods(seen: Codec, probes: readonly Probe[]): boolean {
  const codes = (ofSeen: boolean) =>
    probes
      .filter(({ codec, answer }) => (codec.name === seen.name) === ofSeen && answer.outcome === "refusal")
      .map(({ answer }) => answer.refusal.code);
  return seen.isLeagueForm && codes(true).includes(INTERNAL_ERROR) && codes(false).includes(METHOD_NOT_FOUND);
}

/** How much the agent understands in a form: of a whole match, where it is a player. */
async function howMuch(
  context: RunContext,
  instance: AgentInstance,
  codec: Codec,
): Promise<Pick<MatchInForm, "understood" | "isFormRefused">> {
  if (context.role === "player") return matchInForm(context, instance, codec);
  const { answer, understood } = await probeOne(context, instance, codec);
  const isUnderstood = understood === "full" || understood === "half" || understood === "refused";
  return { understood: isUnderstood ? 1 : 0, isFormRefused: isOfForm(answer) };
}

/** Requests and answers are at the same places, under the same methods. */
function isPlacedAlike({ profile: one }: Codec, { profile: other }: Codec): boolean {
  const isMethodAlike = JSON.stringify(one.method) === JSON.stringify(other.method);
  return one.request === other.request && one.reply === other.reply && isMethodAlike;
}

/** A form whose answers are at another place than those of the bundled form with the same requests. */
function composed({ codec, answer }: Probe): Codec {
  const reply = intendedShape(answer.json);
  const profile = codec.profile as WireProfile;
  const name = `${codec.name} with ${reply} answers`;
  return new Codec({ ...profile, name, reply, dialect: codec.dialect, isLeagueForm: false });
}
