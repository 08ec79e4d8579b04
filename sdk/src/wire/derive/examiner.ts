/** Says the messages of a match to a peer that may have one role, in form after form. */
import { validateChooseParityResponse, validateGameJoinAck } from "@league-v2/contract";
import { deadline } from "../../platform/clock.js";
import { timestamp } from "../../platform/timestamp.js";
import { readAcceptance } from "../acceptance.js";
import { isObject, sameJson } from "../members.js";
import { bundledDocument, bundledNames, bundledProfile } from "../profiles/index.js";
import { resolveProfile } from "../resolve.js";
import { SpelledCodec } from "../spelled-codec.js";
import { tolerantReply } from "../tolerant-reply.js";
import type { ProfileDocument, Variables, WireProfile } from "../types.js";
import { deriveForm } from "./derive-form.js";
import type { Examination, ExamineOptions } from "./examination.js";
import { leagueRefusal, tokenRefusal } from "./league-refusal.js";
import { probeOrder } from "./order-probe.js";
import { exchange, mcpHeaders, type Probed, probeMethod } from "./probe.js";
import { rebase } from "./rebase.js";
import { isReadAndRefused, isRefused, isSameAnswer, isUnknownName } from "./request-place.js";
import { matchStartIn } from "./role-signs.js";
import { sampleConversation, sampleMessage, samples, sampleVariables } from "./sample-messages.js";
import type { Exchange, Role } from "./types.js";

const silence = "no answer in time";
/** A peer that leaves so many messages unanswered is asked no more. */
const mostSilences = 3;
/** More refusals than a form has members and a message has usual names. */
const mostAttempts = 24;
/** A peer that refuses a message in so many forms refuses it for another reason: it waits for a token of its league, say. */
const mostFormsOfMessage = 80;
/** The usual names of a call that starts a match. */
const matchStarts = [
  "run_match",
  "start_match",
  "assign_match",
  "match_assignment",
  "START_MATCH",
  "MATCH_ASSIGNMENT",
  "RUN_MATCH",
];
const plainDocument = {
  name: "plain",
  title: "Plain",
  description: "Nothing is known.",
  extends: "synonyms",
};

export class Examiner {
  readonly #options: ExamineOptions;
  readonly #role: Role;
  readonly #known: Exchange[];
  readonly #sent = new Set<string>();
  /** The answers that were understood. */
  readonly #answers: { readonly type: string; readonly answer: Exchange }[] = [];
  #form: WireProfile | undefined;
  #requests: number;
  #silences = 0;
  /** The form of a message that was not answered in time, where the same message was refused at once in others. */
  #unanswered: WireProfile | undefined;
  /** Further requirements of the peer, as text. */
  readonly #wanted = new Set<string>();
  readonly #session: Probed["session"];

  constructor(options: ExamineOptions, role: Role, asked: Probed) {
    this.#options = options;
    this.#role = role;
    this.#known = [...(options.seen ?? []), ...asked.answers];
    this.#requests = asked.answers.length;
    this.#session = asked.session;
  }

  /** All answers that the peer has given so far. */
  get answers(): readonly Exchange[] {
    return this.#known;
  }

  async examine(): Promise<Examination> {
    const understood: string[] = [];
    const refused: { type: string; answer: string }[] = [];
    for (const type of samples[this.#role]) {
      const answer = await this.#say(type);
      if (answer === undefined) understood.push(type);
      else refused.push({ type, answer });
      if (understood.length === 0 && this.#unanswered === undefined) break;
    }
    const isUnknown = this.#role === "referee" && this.#answers.length === 0;
    const matchStart = isUnknown ? await this.#matchStart() : undefined;
    const derived = deriveForm("derived", this.#role, this.#known);
    const form =
      this.#form === undefined ? derived?.document : { ...plainDocument, extends: this.#form.name };
    const document = form === undefined ? { ...plainDocument, extends: "canonical" } : form;
    return {
      role: this.#role,
      isReached: this.#known.some(({ by }) => by === "us"),
      understood,
      refused,
      document:
        this.#answers.length === 0 && matchStart === undefined
          ? undefined
          : rebase(document, this.#isSameAs(document)),
      evidence: [
        ...(derived?.evidence ?? []),
        ...(matchStart === undefined ? [] : [`it supports ${matchStart}, which starts a match`]),
        ...this.#wanted,
      ],
      matchStart,
      open: (derived?.open ?? []).filter((line) => !understood.some((type) => line.endsWith(` ${type}`))),
      requests: this.#requests,
    };
  }

  /** Whether another profile writes what this one writes, and reads the answers that came. */
  #isSameAs(document: ProfileDocument): (profile: WireProfile) => boolean {
    const own = resolveProfile(document, bundledDocument);
    return (profile) =>
      this.#answers.every(
        ({ type, answer }) =>
          sameJson(this.#written(type, profile), this.#written(type, own)) &&
          this.#conversationIn(type, answer, profile) === this.#conversationIn(type, answer, own) &&
          (this.#reads(type, answer, profile) || !this.#reads(type, answer, own)),
      );
  }

  /** @returns the last answer when the message was understood in no form */
  async #say(type: string): Promise<string | undefined> {
    let last = silence;
    let forms = 0;
    for (const profile of this.#candidates()) {
      const silences = this.#silences;
      const one = await this.#send(type, profile);
      if (forms > 0 && this.#silences > silences) {
        this.#unanswered = profile;
        return silence;
      }
      if (one === undefined) continue;
      forms += 1;
      if (forms > mostFormsOfMessage) break;
      const whole = shown(one, shownWhole);
      const token = tokenRefusal(whole);
      if (token !== undefined || leagueRefusal.test(whole)) {
        // In the words of the contract: the form is right, and the peer is not in the state for the message.
        this.#answers.push({ type, answer: one });
        if (bundledNames.includes(profile.name)) this.#form = profile;
        if (token === undefined) return shown(one);
        // A peer that checks the token of a message has understood it, and the peer's league issues the tokens.
        this.#wanted.add(`it requires the token of its league (${token})`);
        return undefined;
      }
      if (this.#isUnderstood(type, one, profile)) {
        this.#answers.push({ type, answer: one });
        return undefined;
      }
      // The answer in the form of another agent is less informative than one in the peer's form.
      if (!bundledNames.includes(profile.name) || last === silence) last = shown(one);
    }
    return last;
  }

  /** What is derived, again after each refusal; after that the forms that are described. */
  *#candidates(): Generator<WireProfile> {
    if (this.#form !== undefined) yield this.#form;
    if (this.#unanswered !== undefined) yield this.#unanswered;
    yield* this.#derived();
    if (this.#options.triesBundled === false) return;
    for (const name of bundledNames) {
      const profile = bundledProfile(name);
      if (profile === undefined) continue;
      const before = this.#known.length;
      yield profile;
      // A refusal in another form says nothing about the peer's form, unless it names the missing member.
      if (this.#known.slice(before).some(isReadAndRefused)) yield* this.#derived();
      else this.#known.splice(before);
    }
  }

  *#derived(): Generator<WireProfile> {
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const before = this.#sent.size;
      const derived = deriveForm("derived", this.#role, this.#known)?.profile;
      yield derived ?? resolveProfile(plainDocument, bundledDocument);
      if (this.#sent.size === before) break;
    }
  }

  /** A call with a list or nothing in place of a match starts none; an agent that supports its name answers it differently. */
  async #matchStart(): Promise<string | undefined> {
    const listed = matchStartIn(this.#known);
    if (listed !== undefined) return listed;
    const unknown = await this.#exchange({ jsonrpc: "2.0", id: 1, method: probeMethod, params: [] });
    if (unknown === undefined) return undefined;
    for (const method of matchStarts) {
      const answer = await this.#exchange({ jsonrpc: "2.0", id: 1, method, params: [] });
      if (answer !== undefined && !isUnknownName(answer) && !isRefusedAlike(answer, unknown)) return method;
    }
    this.#form = await probeOrder(timestamp(this.#options.clock.now()), (body) => this.#exchange(body));
    return this.#form && new SpelledCodec(this.#form).methodName("RUN_MATCH");
  }

  async #send(type: string, profile: WireProfile): Promise<Exchange | undefined> {
    const { clock, member } = this.#options;
    const codec = new SpelledCodec(profile);
    const message = sampleMessage(type, timestamp(clock.now()), member);
    const body = codec.request(type, message, 1, sampleVariables(member));
    const text = JSON.stringify({ ...(isObject(body) ? body : {}), now: undefined });
    if (this.#sent.has(text)) return undefined;
    this.#sent.add(text);
    const answer = await this.#exchange(body, profile.request === "tools_call");
    if (answer === undefined) return undefined;
    const known = { ...answer, request: codec.plain(body) };
    this.#known.push(known);
    return known;
  }

  async #exchange(body: unknown, isMcp = false): Promise<Exchange | undefined> {
    if (this.#silences >= mostSilences) return undefined;
    this.#requests += 1;
    const limit = deadline(this.#options.clock, this.#options.answerMs);
    const headers = isMcp ? (this.#session ?? mcpHeaders) : undefined;
    const answer = await exchange({ body }, this.#options, limit.signal, headers).finally(limit.cleanup);
    if (answer === undefined) this.#silences += 1;
    return answer;
  }

  #isUnderstood(type: string, answer: Exchange, profile: WireProfile): boolean {
    if (isRefused(answer) || !isObject(answer.reply)) return false;
    if (this.#role === "manager") return readAcceptance(answer.reply, "player") !== undefined;
    const derived = deriveForm("derived", this.#role, this.#known)?.profile;
    const isRead = (form: WireProfile) => this.#reads(type, answer, form);
    // In a form of the peer's own, the conversation is that of the HTTP exchange: see docs/leniency.md.
    if (derived !== undefined && this.#reads(type, answer, derived, true)) return true;
    if (derived !== undefined && type === "CHOOSE_PARITY_CALL" && this.#hasChoice(answer, derived))
      return true;
    if (bundledNames.includes(profile.name) && isRead(profile)) {
      this.#form = profile;
      return true;
    }
    // Only a choice answers a choice call; other messages are acknowledged by an answer that an unknown method does not get.
    const isGeneral = this.#known.some(
      (one) => one !== answer && one.by === "us" && isSameAnswer(one, answer),
    );
    return type !== "CHOOSE_PARITY_CALL" && !isGeneral;
  }

  #written(type: string, profile: WireProfile): unknown {
    const { member } = this.#options;
    const message = sampleMessage(type, timestamp(0), member);
    return new SpelledCodec(profile).request(type, message, 1, sampleVariables(member));
  }

  /** Whether a referee would find the choice in an answer that is no whole message. */
  #hasChoice({ reply }: Exchange, profile: WireProfile): boolean {
    const { member } = this.#options;
    const type = "CHOOSE_PARITY_CALL";
    const now = timestamp(0);
    const codec = new SpelledCodec(profile);
    const read = tolerantReply(codec, codec.plain(reply), {
      type,
      message: sampleMessage(type, now, member),
      answerer: "player:P01",
      now,
      variables: { ...sampleVariables(member), now },
      okIsAnswer: true,
    });
    return read !== undefined && validateChooseParityResponse(read);
  }

  /** The conversation that an answer belongs to, as a form reads it: it may say none. */
  #conversationIn(type: string, { reply }: Exchange, profile: WireProfile): unknown {
    return new SpelledCodec(profile).decodeReply(reply, type, this.#about(type))?.conversation_id;
  }

  #about(type: string): Variables {
    const { member } = this.#options;
    return { ...sampleMessage(type, timestamp(0), member), ...sampleVariables(member), now: timestamp(0) };
  }

  #reads(type: string, { reply }: Exchange, profile: WireProfile, isAnyConversation = false): boolean {
    const message = new SpelledCodec(profile).decodeReply(reply, type, this.#about(type));
    if (message === undefined) return false;
    if (!isAnyConversation && message.conversation_id !== sampleConversation) return false;
    if (type === "GAME_INVITATION") return validateGameJoinAck(message);
    if (type === "CHOOSE_PARITY_CALL") return validateChooseParityResponse(message);
    return message.status !== undefined || typeof message.message_type === "string";
  }
}

const longestAnswer = 160;
const shownWhole = 4_096;

/** Whether two calls got the same kind of error, their texts aside. */
function isRefusedAlike(one: Exchange, other: Exchange): boolean {
  const code = ({ reply }: Exchange) =>
    isObject(reply) && isObject(reply.error) ? reply.error.code : undefined;
  return one.status === other.status && code(one) === code(other);
}

function shown({ reply, status }: Exchange, longest = longestAnswer): string {
  const text = typeof reply === "string" ? reply : JSON.stringify(reply ?? "");
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return status === undefined || status === 200 ? short : `HTTP ${status} ${short}`;
}
