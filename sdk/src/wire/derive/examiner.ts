/** Sends the messages of a match to a peer of an assumed role, in one form after another. */
import { timestamp } from "../../platform/timestamp.js";
import { readAcceptance } from "../acceptance.js";
import { withObjectResult } from "../bare-result.js";
import { isObject } from "../members.js";
import { bundledDocument, bundledNames, bundledProfile } from "../profiles/index.js";
import { resolveProfile } from "../resolve.js";
import { SpelledCodec } from "../spelled-codec.js";
import type { WireProfile } from "../types.js";
import { answerText } from "./answer-text.js";
import { deriveForm } from "./derive-form.js";
import type { Examination, ExamineOptions } from "./examination.js";
import { leagueRefusal, tokenRefusal } from "./league-refusal.js";
import { probeOrder } from "./order-probe.js";
import { type Probed, probeMethod } from "./probe.js";
import { rebase } from "./rebase.js";
import { isReadAndRefused, isRefused, isSameAnswer, isUnknownName } from "./request-place.js";
import { matchStartIn } from "./role-signs.js";
import { samples } from "./sample-messages.js";
import { type SampleAnswer, SampleReader } from "./sample-reader.js";
import { SampleSender } from "./sample-sender.js";
import type { Exchange, Role } from "./types.js";

const silence = "no answer in time";
/** The maximum number of refusals: more than a form has members and a message has usual names. */
const mostAttempts = 24;
/** The maximum number of forms of a message: a peer that refuses them all has another reason, such as a token. */
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
  readonly #sender: SampleSender;
  readonly #reader: SampleReader;
  /** The valid answers. */
  readonly #answers: SampleAnswer[] = [];
  #form: WireProfile | undefined;
  /** The form of a message without an answer in time, if other forms of the message were refused. */
  #unanswered: WireProfile | undefined;
  /** Further requirements of the peer, as text. */
  readonly #requirements = new Set<string>();

  constructor(options: ExamineOptions, role: Role, asked: Probed) {
    this.#options = options;
    this.#role = role;
    this.#sender = new SampleSender(options, asked);
    this.#reader = new SampleReader(options.member);
  }

  /** All answers that the peer has given so far. */
  get answers(): readonly Exchange[] {
    return this.#sender.exchanges;
  }

  async examine(): Promise<Examination> {
    const understood: string[] = [];
    const refused: { type: string; answer: string }[] = [];
    for (const type of samples[this.#role]) {
      const answer = await this.#sendInForms(type);
      if (answer === undefined) understood.push(type);
      else refused.push({ type, answer });
      if (understood.length === 0 && this.#unanswered === undefined) break;
    }
    const isUnknown = this.#role === "referee" && this.#answers.length === 0;
    const matchStart = isUnknown ? await this.#matchStart() : undefined;
    const derived = deriveForm("derived", this.#role, this.answers);
    const form =
      this.#form === undefined ? derived?.document : { ...plainDocument, extends: this.#form.name };
    const document = form === undefined ? { ...plainDocument, extends: "canonical" } : form;
    return {
      role: this.#role,
      isReached: this.answers.some(({ by }) => by === "us"),
      understood,
      refused,
      document:
        this.#answers.length === 0 && matchStart === undefined
          ? undefined
          : rebase(document, this.#reader.equivalence(document, this.#answers)),
      evidence: [
        ...(derived?.evidence ?? []),
        ...(matchStart === undefined ? [] : [`it supports ${matchStart}, which starts a match`]),
        ...this.#requirements,
      ],
      matchStart,
      open: (derived?.open ?? []).filter((line) => !understood.some((type) => line.endsWith(` ${type}`))),
      requests: this.#sender.requests,
    };
  }

  /** @returns the last answer if no form got a valid answer */
  async #sendInForms(type: string): Promise<string | undefined> {
    let last = silence;
    let forms = 0;
    for (const profile of this.#candidates()) {
      const silences = this.#sender.unanswered;
      const one = await this.#sender.send(type, profile);
      if (forms > 0 && this.#sender.unanswered > silences) {
        this.#unanswered = profile;
        return silence;
      }
      if (one === undefined) continue;
      forms += 1;
      if (forms > mostFormsOfMessage) break;
      const whole = JSON.stringify(one.reply ?? "").slice(0, longestSearched);
      const token = tokenRefusal(whole);
      if (token !== undefined || leagueRefusal.test(whole)) {
        // An error of the contract: the form is supported, but the peer's state does not allow the message.
        this.#answers.push({ type, answer: one });
        if (bundledNames.includes(profile.name)) this.#form = profile;
        if (token === undefined) return answerText(one);
        // A peer that checks the token of a message supports it; the peer's league issues the tokens.
        this.#requirements.add(`it requires the token of its league (${token})`);
        return undefined;
      }
      if (this.#isUnderstood(type, one, profile)) {
        this.#answers.push({ type, answer: one });
        return undefined;
      }
      // The answer to a bundled form is less informative than the answer to a derived one.
      if (!bundledNames.includes(profile.name) || last === silence) last = answerText(one);
    }
    return last;
  }

  /** The canonical form, which needs no profile; the derived form, again after each refusal; then the bundled forms. */
  *#candidates(): Generator<WireProfile> {
    if (this.#form !== undefined) yield this.#form;
    else if (this.#answers.length === 0) yield* this.#canonical();
    if (this.#unanswered !== undefined) yield this.#unanswered;
    yield* this.#derived();
    if (this.#options.triesBundled === false) return;
    for (const name of bundledNames) {
      const profile = bundledProfile(name);
      if (profile === undefined) continue;
      const before = this.answers.length;
      yield profile;
      // A refusal of a bundled form is no evidence, unless it names a missing member.
      if (this.answers.slice(before).some(isReadAndRefused)) yield* this.#derived();
      else this.#sender.exchanges.splice(before);
    }
  }

  *#canonical(): Generator<WireProfile> {
    const profile = bundledProfile("canonical");
    if (profile === undefined || this.#options.triesBundled === false) return;
    const before = this.answers.length;
    yield profile;
    // The peer's own descriptions come first as evidence of another form.
    this.#sender.exchanges.splice(before);
  }

  *#derived(): Generator<WireProfile> {
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const before = this.#sender.sentCount;
      const derived = deriveForm("derived", this.#role, this.answers)?.profile;
      yield derived ?? resolveProfile(plainDocument, bundledDocument);
      if (this.#sender.sentCount === before) break;
    }
  }

  /** The call that starts a match. A call with an empty list starts none, but a supported name gets another answer. */
  async #matchStart(): Promise<string | undefined> {
    const listed = matchStartIn(this.answers);
    if (listed !== undefined) return listed;
    const unknown = await this.#sender.exchange({ jsonrpc: "2.0", id: 1, method: probeMethod, params: [] });
    if (unknown === undefined) return undefined;
    for (const method of matchStarts) {
      const answer = await this.#sender.exchange({ jsonrpc: "2.0", id: 1, method, params: [] });
      if (answer !== undefined && !isUnknownName(answer) && !hasSameError(answer, unknown)) return method;
    }
    this.#form = await probeOrder(timestamp(this.#options.clock.now()), (body) =>
      this.#sender.exchange(body),
    );
    return this.#form && new SpelledCodec(this.#form).methodName("RUN_MATCH");
  }

  #isUnderstood(type: string, received: Exchange, profile: WireProfile): boolean {
    const answer = { ...received, reply: withObjectResult(type, received.reply) };
    if (isRefused(answer) || !isObject(answer.reply)) return false;
    if (this.#role === "manager") return readAcceptance(answer.reply, "player") !== undefined;
    const isBundled = bundledNames.includes(profile.name);
    if (
      isBundled &&
      this.#reader.isAdmitted(answer, profile) &&
      this.#reader.isValid(type, answer, profile)
    ) {
      this.#form = profile;
      return true;
    }
    const derived = deriveForm("derived", this.#role, this.answers)?.profile;
    // In a derived form, the HTTP exchange determines the conversation: see docs/leniency.md.
    if (derived !== undefined && this.#reader.isValid(type, answer, derived, true)) return true;
    if (derived !== undefined && type === "CHOOSE_PARITY_CALL" && this.#reader.hasChoice(answer, derived))
      return true;
    // A choice call needs a choice; other messages an answer that differs from all others.
    const isGeneral = this.answers.some(
      (one) => one !== received && one.by === "us" && isSameAnswer(one, received),
    );
    return type !== "CHOOSE_PARITY_CALL" && !isGeneral;
  }
}

const longestSearched = 4_096;

/** Whether two calls got the same HTTP status and error code. */
function hasSameError(one: Exchange, other: Exchange): boolean {
  const code = ({ reply }: Exchange) =>
    isObject(reply) && isObject(reply.error) ? reply.error.code : undefined;
  return one.status === other.status && code(one) === code(other);
}
