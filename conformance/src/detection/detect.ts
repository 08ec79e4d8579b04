/**
 * Finds the wire form of the agent: the one that the user has named, the one in which it registers, or one of league.v2, if the agent
 * understands it; any other one is found by the SDK's negotiator.
 */
import { bundledFormOf, negotiate } from "@league-v2/sdk/wire";
import type { RunContext } from "../fixtures/context.js";
import type { AgentInstance, RefereeInstance } from "../fixtures/start.js";
import { PeerClient } from "../peers/exchange/peer-client.js";
import type { PeerContext, WireForm } from "../peers/exchange/peer-context.js";
import { Codec, intendedShape, nearestTo } from "../profiles/codec.js";
import { differences } from "../profiles/describe.js";
import { asProfile, loadProfile } from "../profiles/load.js";
import { adaptationNotes, adapted, placeholderForToken, withFormatsOf } from "./adaptations.js";
import { learnMatchStart } from "./learn-match-start.js";
import { isDecision, isOfForm, isSilence, saysOnlyOk, TRIED, type Trial, tryForm } from "./trial.js";

const METHOD_NOT_FOUND = -32_601;
const INTERNAL_ERROR = -32_603;
/** An agent that does not answer this many forms is not asked in more. */
const MOST_SILENCES = 2;

export interface Decision {
  /** The form of the run. */
  form: WireForm;
  /** One sentence for people. */
  why: string;
  /** The agent has answered in the form. */
  understood: boolean;
  /** A message of the contract was answered in the form, so that a referee need not be asked to play a match. */
  isAnswered: boolean;
  /** Notes about properties that cannot be detected, and their options. */
  notes: string[];
}

const saved = "keep it with --wire-out FILE, and use it again with --wire FILE";

/** What the decision rests on before the agent is asked. */
interface Before {
  readonly context: RunContext;
  /** The form that the user has named, the first to be tried. */
  readonly asked: Codec | undefined;
  /** The form of the agent's first message, which is adopted if the user has named none. */
  readonly seen: Codec | undefined;
  readonly instance: AgentInstance;
}

/** Decides on an instance that has started. Its peers still use the form of the context. */
export async function detect(
  context: RunContext,
  asked: Codec | undefined,
  instance: AgentInstance,
): Promise<Decision> {
  const [first] = instance.manager?.received ?? [];
  const known = knownForms({ context, asked });
  const seen = first && (asked?.fits(first.json) === true ? asked : nearestTo(known, first.json));
  const before = { context, asked, seen, instance };
  const found = await byMessages(before);
  const { form, notes } = found.understood
    ? await placeholderForToken(context, instance, found.form)
    : { form: found.form, notes: [] };
  const decision = { ...found, form, notes: [...found.notes, ...notes] };
  const decided = (await byMatch(before, decision)) ?? decision;
  return decided.understood ? decided : { ...decided, form: { ...decided.form, misunderstood: decided.why } };
}

async function byMessages(before: Before): Promise<Decision> {
  const { context, asked, seen } = before;
  const assumed = asked === undefined && seen !== undefined ? { ...context.form, codec: seen } : context.form;
  const tried = await adapted(context, assumed, (form) => trialsOf(before, form));
  const { trials } = tried;
  const listed = understoodIn(before, trials);
  const form = listed === undefined ? tried.form : withFormatsOf(context, tried.form, listed);
  if (listed === undefined || listed.answers.some(isOfForm)) {
    const isSilent = trials.every(({ answers: [answer] }) => isSilence(answer));
    const other = isSilent ? undefined : await negotiated(before, form, listed?.understood ?? 0);
    if (other !== undefined) return other;
  }
  if (listed === undefined) return assume(before, form, trials);
  const found = { ...form, codec: listed.codec };
  const why = seen?.name === listed.codec.name ? "it registers and answers in it" : "it answers in it";
  const notes = [...hiddenForms(context, found), ...adaptationNotes(context, found)];
  return { form: found, why, understood: true, isAnswered: true, notes };
}

function knownForms({ asked, context }: Pick<Before, "asked" | "context">): Codec[] {
  return asked === undefined ? [...context.forms] : [asked, ...context.forms];
}

/** One trial in each form with requests of its own, until one is understood. */
async function trialsOf({ context, asked, seen, instance }: Before, form: WireForm): Promise<Trial[]> {
  const { forms, role } = context;
  const league = forms.filter((one) => one.isLeagueForm);
  // RC and PC name senders by their ids: that is for TRN-ENV-03 to judge.
  const plain = seen?.profile.sender === "bare" ? league.filter((one) => isPlacedAlike(one, seen)) : [];
  const made: Trial[] = [];
  const tried = new Set<string>();
  for (const codec of [asked, ...plain, seen, ...league]) {
    if (codec === undefined || tried.has(shapeOf(codec, TRIED[role]))) continue;
    tried.add(shapeOf(codec, TRIED[role]));
    const trial = await tryForm(context, instance, { ...form, codec });
    made.push(trial);
    // A message that an agent cannot read may also be refused with a code of the contract, e.g. because the sender is missing.
    const isRefused = isDecision(trial.answers[0]) && !made.some(({ answers }) => saysOnlyOk(answers[0]));
    if (trial.isUnderstood || isRefused) break;
    if (made.filter(({ answers }) => isSilence(answers[0])).length >= MOST_SILENCES) break;
  }
  return made;
}

/** The trial in which the agent has understood a message, with the form of its answers. */
function understoodIn(before: Before, trials: readonly Trial[]): Trial | undefined {
  const best = trials.find(({ isUnderstood }) => isUnderstood);
  if (best !== undefined)
    return { ...best, codec: answeredAs(best, knownForms(before), TRIED[before.context.role]) };
  if (trials.some(({ answers }) => saysOnlyOk(answers[0]))) return undefined;
  return trials.find(({ answers }) => isDecision(answers[0]));
}

/** @param atLeast how many messages are understood in the form that is known so far */
async function negotiated(
  { context, instance }: Before,
  known: WireForm,
  atLeast: number,
): Promise<Decision | undefined> {
  const { environment, role } = context;
  const { transport, clock, random } = environment;
  const { registration, url, id } = instance.agent;
  const { document: found, evidence } = await negotiate({
    url,
    transport,
    clock,
    random,
    roles: [role],
    ...(registration === undefined
      ? {}
      : {
          seen: [{ by: "peer", request: registration.received.json }],
          member: { id, leagueId: instance.leagueId },
        }),
  });
  if (found === undefined) return undefined;
  const bundled = bundledFormOf(found);
  const document = { ...found, name: "derived", title: `The form of this ${role}` };
  const codec = new Codec(bundled === undefined ? asProfile(document) : loadProfile(bundled));
  const tried = await adapted(context, { ...known, codec }, async (form) => [
    await tryForm(context, instance, form),
  ]);
  const [trial] = tried.trials;
  if (trial === undefined || trial.understood <= atLeast) return undefined;
  const form = withFormatsOf(context, tried.form, trial);
  const adaptations = adaptationNotes(context, form);
  if (bundled !== undefined)
    return { form, why: "it answers in it", understood: true, isAnswered: true, notes: adaptations };
  const notes = [
    `the form is derived: ${evidence.join("; ")}`,
    `what is different from "${document.extends}": ${differences(codec.profile).join("; ")}`,
    saved,
    ...adaptations,
  ];
  const why = "it answers in it; no bundled form is as near";
  return { form: { ...form, document }, why, understood: true, isAnswered: false, notes };
}

/** As a league manager of the SDK starts its matches: for a referee that has not answered in a form of league.v2. */
async function byMatch(
  { context, asked, instance }: Before,
  decision: Decision,
): Promise<Decision | undefined> {
  const { codec } = decision.form;
  if (context.role !== "referee") return undefined;
  const { league, ...around } = instance as RefereeInstance;
  const peerContext = { ...around.peerContext, form: decision.form };
  const isKnown = decision.isAnswered && (codec.isLeagueForm || codec === asked);
  if (isKnown && !(await lacksOrders(peerContext, around.agent))) return undefined;
  const start = await learnMatchStart(context, { ...around, league, peerContext });
  if (start === undefined) return undefined;
  const learned = new Codec(asProfile(start.profile));
  // A manager also plays with a referee whose answers only are in the form that it has shown.
  if (decision.understood && differences(learned.profile).length === 0) return undefined;
  const form = { ...decision.form, codec: learned, document: start.profile };
  const { answers } = await tryForm(context, instance, form);
  const takesOnlyOrders = isOfForm(answers[0]);
  if (takesOnlyOrders) await league.openStandIns();
  const notes = [
    "the form is the one in which the SDK's league manager starts a match",
    `what is different from "canonical": ${differences(learned.profile).join("; ")}`,
    saved,
  ];
  return {
    form: { ...form, takesOnlyOrders },
    why: start.isPlayed ? "a match was played in it" : "it takes an order for a match in it",
    understood: true,
    isAnswered: true,
    notes: [...decision.notes, ...notes],
  };
}

function assume({ context, asked, seen }: Before, known: WireForm, trials: readonly Trial[]): Decision {
  const codec = asked ?? seen ?? context.forms[0] ?? known.codec;
  const form = { ...known, codec };
  const end = trials[0]?.answers[0].describeAsEnd() ?? "got no answer";
  if (seen !== undefined && codec === seen && hasMethods(seen, trials)) {
    const why = `it registers in it, and supports its methods; one ${end}`;
    return { form, why, understood: true, isAnswered: false, notes: [] };
  }
  const answered = trials.filter(({ answers }) => !isSilence(answers[0]));
  const tried = `${answered.length} forms were tried; ${codec.name} ${end}`;
  const why =
    seen === undefined
      ? `it answered in none, so this one is assumed; ${tried}`
      : `it registers in it; ${tried}`;
  return { form, why, understood: false, isAnswered: false, notes: [] };
}

/** Forms that cannot be distinguished from the detected one by the agent's requests and its answer to the first message. */
function hiddenForms({ role, forms }: RunContext, { codec }: WireForm): string[] {
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

/** Whether a referee that has answered an announcement has no method for orders in that form. The order names no match. */
async function lacksOrders(peerContext: PeerContext, agent: AgentInstance["agent"]): Promise<boolean> {
  if (peerContext.form.codec.name === "canonical") return false;
  const manager = new PeerClient(peerContext, { sender: "league_manager" });
  const { outcome, refusal } = await manager.say(agent, "RUN_MATCH", {});
  return outcome === "refusal" && refusal.code === METHOD_NOT_FOUND;
}

/** A league form whose method failed inside of the agent, while those of other forms are unknown to it. */
function hasMethods(seen: Codec, trials: readonly Trial[]): boolean {
  const codes = (ofSeen: boolean) =>
    trials
      .filter(
        ({ codec, answers }) => (codec.name === seen.name) === ofSeen && answers[0].outcome === "refusal",
      )
      .map(({ answers }) => answers[0].refusal.code);
  return seen.isLeagueForm && codes(true).includes(INTERNAL_ERROR) && codes(false).includes(METHOD_NOT_FOUND);
}

/** Requests and answers are at the same places, under the same methods. */
function isPlacedAlike({ profile: one }: Codec, { profile: other }: Codec): boolean {
  const isMethodAlike = JSON.stringify(one.method) === JSON.stringify(other.method);
  return one.request === other.request && one.reply === other.reply && isMethodAlike;
}

/** The form with these requests and with answers at the place of these: a known one, or a composed one. */
function answeredAs({ codec, answers: [answer] }: Trial, known: readonly Codec[], type: string): Codec {
  const reply = intendedShape(answer.json);
  const { profile, dialect } = codec;
  if (profile.reply === reply) return codec;
  const request = shapeOf(codec, type);
  const other = known.find((one) => one.profile.reply === reply && shapeOf(one, type) === request);
  const name = `${codec.name} with ${reply} answers`;
  return other ?? new Codec({ ...profile, name, reply, dialect, isLeagueForm: false });
}

/** Something of everything that a message of any type may say. */
const SAMPLE = {
  protocol: "league.v2",
  sender: "referee:REF01",
  timestamp: "2026-01-01T00:00:00Z",
  conversation_id: "c",
  match_id: "R1M1",
  league_id: "l",
  round_id: 1,
  role_in_match: "PLAYER_B",
  opponent_id: "P02",
  player_meta: { display_name: "d", contact_endpoint: "e" },
};

/** The request of this form for a message of this type; forms with equal requests can only be distinguished by the answers. */
function shapeOf(codec: Codec, type: string): string {
  const about = { recipient: "P01", player_a: "P01", player_b: "P02" };
  return JSON.stringify(codec.request(type, { ...SAMPLE, message_type: type }, 1, about));
}
