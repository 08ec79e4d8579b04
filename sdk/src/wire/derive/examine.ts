/** Finds out how a peer speaks by asking it about itself and saying the messages of a match to it. */
import { validateChooseParityResponse, validateGameJoinAck } from "@league-v2/contract";
import { deadline } from "../../platform/clock.js";
import { timestamp } from "../../platform/timestamp.js";
import { isObject, sameJson } from "../members.js";
import { ProfileCodec } from "../profile-codec.js";
import { bundledDocument, bundledNames, bundledProfile } from "../profiles/index.js";
import { resolveProfile } from "../resolve.js";
import type { ProfileDocument, WireProfile } from "../types.js";
import { deriveForm } from "./derive-form.js";
import { exchange, mcpHeaders, type Probed, probe } from "./probe.js";
import { rebase } from "./rebase.js";
import { isRefused, isSameAnswer } from "./request-place.js";
import {
  type KnownMember,
  sampleConversation,
  sampleMessage,
  samples,
  sampleVariables,
} from "./sample-messages.js";
import type { DeriveOptions, Exchange, Role } from "./types.js";

export interface ExamineOptions extends Omit<DeriveOptions, "role" | "budget"> {
  /** Roles that the peer may have, in the order in which they are tried. */
  readonly roles: readonly Role[];
  /** The longest time that the peer has for one answer. */
  readonly answerMs: number;
  /** What the peer was told when it registered; default: it is in no league. */
  readonly member?: KnownMember;
  /** Whether the bundled forms are tried, too, after what the peer's own words lead to. Default true. */
  readonly triesBundled?: boolean;
}

export interface Examination {
  readonly role: Role;
  /** Whether anything was answered at all. */
  readonly isReached: boolean;
  /** Message types that the peer has answered with what they ask for. */
  readonly understood: readonly string[];
  /** The others, each with the last answer to it. */
  readonly refused: readonly { readonly type: string; readonly answer: string }[];
  /** The form that the peer speaks; undefined when it understood nothing. */
  readonly document: ProfileDocument | undefined;
  readonly evidence: readonly string[];
  readonly open: readonly string[];
  readonly requests: number;
}

const silence = "no answer";
/** A peer that leaves so many messages unanswered is asked no more. */
const mostSilences = 3;
/** More refusals than a form has members and a message has usual names. */
const mostAttempts = 24;
const plainDocument = {
  name: "plain",
  title: "Plain",
  description: "Nothing is known.",
  extends: "synonyms",
};

export async function examine(options: ExamineOptions): Promise<Examination> {
  const [first = "player", ...others] = options.roles;
  const asked = await probe({ ...options, role: first });
  let best: Examination | undefined;
  for (const role of [first, ...others]) {
    const found = await new Examiner(options, role, asked).examine();
    if (found.understood.length > 0 || !found.isReached) return found;
    best ??= found;
  }
  return best ?? new Examiner(options, first, asked).examine();
}

class Examiner {
  readonly #options: ExamineOptions;
  readonly #role: Role;
  readonly #known: Exchange[];
  readonly #sent = new Set<string>();
  /** The answers that were understood. */
  readonly #answers: { readonly type: string; readonly answer: Exchange }[] = [];
  #form: WireProfile | undefined;
  #requests: number;
  #silences = 0;
  readonly #session: Probed["session"];

  constructor(options: ExamineOptions, role: Role, asked: Probed) {
    this.#options = options;
    this.#role = role;
    this.#known = [...(options.seen ?? []), ...asked.answers];
    this.#requests = asked.answers.length;
    this.#session = asked.session;
  }

  async examine(): Promise<Examination> {
    const understood: string[] = [];
    const refused: { type: string; answer: string }[] = [];
    for (const type of samples[this.#role]) {
      const answer = await this.#say(type);
      if (answer === undefined) understood.push(type);
      else refused.push({ type, answer });
      if (understood.length === 0) break;
    }
    const derived = deriveForm("derived", this.#role, this.#known);
    const form =
      this.#form === undefined ? derived?.document : { ...plainDocument, extends: this.#form.name };
    const document = form === undefined ? { ...plainDocument, extends: "canonical" } : form;
    return {
      role: this.#role,
      isReached: this.#known.some(({ by }) => by === "us"),
      understood,
      refused,
      document: this.#answers.length === 0 ? undefined : rebase(document, this.#isSameAs(document)),
      evidence: derived?.evidence ?? [],
      open: derived?.open ?? [],
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
          (this.#reads(type, answer, profile) || !this.#reads(type, answer, own)),
      );
  }

  /** @returns the last answer when the message was understood in no form */
  async #say(type: string): Promise<string | undefined> {
    let last = silence;
    for (const profile of this.#candidates()) {
      const one = await this.#send(type, profile);
      if (one === undefined) continue;
      if (leagueRefusal.test(shown(one, shownWhole))) {
        // In the words of the contract: the form is right, and the peer is not in the state for the message.
        this.#answers.push({ type, answer: one });
        if (bundledNames.includes(profile.name)) this.#form = profile;
        return shown(one);
      }
      if (this.#isUnderstood(type, one, profile)) {
        this.#answers.push({ type, answer: one });
        return undefined;
      }
      // The answer in the form of another agent tells less than one in the peer's own.
      if (!bundledNames.includes(profile.name) || last === silence) last = shown(one);
    }
    return last;
  }

  /** What is derived, again after each refusal; after that the forms that are described. */
  *#candidates(): Generator<WireProfile> {
    if (this.#form !== undefined) yield this.#form;
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const before = this.#sent.size;
      const derived = deriveForm("derived", this.#role, this.#known)?.profile;
      yield derived ?? resolveProfile(plainDocument, bundledDocument);
      if (this.#sent.size === before) break;
    }
    if (this.#options.triesBundled === false) return;
    for (const name of bundledNames) {
      const profile = bundledProfile(name);
      if (profile === undefined) continue;
      const before = this.#known.length;
      yield profile;
      // A refusal in a form that the peer does not speak tells nothing of its own one.
      this.#known.splice(before);
    }
  }

  async #send(type: string, profile: WireProfile): Promise<Exchange | undefined> {
    if (this.#silences >= mostSilences) return undefined;
    const { clock, answerMs, member } = this.#options;
    const codec = new ProfileCodec(profile);
    const message = sampleMessage(type, timestamp(clock.now()), member);
    const body = codec.request(type, message, 1, sampleVariables(member));
    const text = JSON.stringify({ ...(isObject(body) ? body : {}), now: undefined });
    if (this.#sent.has(text)) return undefined;
    this.#sent.add(text);
    this.#requests += 1;
    const limit = deadline(clock, answerMs);
    const isMcp = profile.request === "tools_call";
    const headers = isMcp ? (this.#session ?? mcpHeaders) : undefined;
    const answer = await exchange({ body }, this.#options, limit.signal, headers).finally(limit.cleanup);
    if (answer === undefined) this.#silences += 1;
    else this.#known.push(answer);
    return answer;
  }

  #isUnderstood(type: string, answer: Exchange, profile: WireProfile): boolean {
    if (isRefused(answer) || !isObject(answer.reply)) return false;
    const derived = deriveForm("derived", this.#role, this.#known)?.profile;
    const isRead = (form: WireProfile) => this.#reads(type, answer, form);
    if (derived !== undefined && isRead(derived)) return true;
    if (bundledNames.includes(profile.name) && isRead(profile)) {
      this.#form = profile;
      return true;
    }
    // To a choice only a choice is an answer; anything else is acknowledged by what an unknown method is not told.
    const isTold = this.#known.some((one) => one !== answer && one.by === "us" && isSameAnswer(one, answer));
    return type !== "CHOOSE_PARITY_CALL" && !isTold;
  }

  #written(type: string, profile: WireProfile): unknown {
    const { member } = this.#options;
    const message = sampleMessage(type, timestamp(0), member);
    return new ProfileCodec(profile).request(type, message, 1, sampleVariables(member));
  }

  #reads(type: string, { reply }: Exchange, profile: WireProfile): boolean {
    const { member } = this.#options;
    const message = new ProfileCodec(profile).decodeReply(reply, type, {
      ...sampleMessage(type, timestamp(0), member),
      ...sampleVariables(member),
      now: timestamp(0),
    });
    if (message === undefined || message.conversation_id !== sampleConversation) return false;
    if (type === "GAME_INVITATION") return validateGameJoinAck(message);
    if (type === "CHOOSE_PARITY_CALL") return validateChooseParityResponse(message);
    return message.status !== undefined || typeof message.message_type === "string";
  }
}

const longestAnswer = 160;
const shownWhole = 4_096;
/** Errors of the contract that are about the state of the league or the match, and not about the form of a message. */
const leagueRefusal = /\bE0(?:0[5-9]|1[1-3])\b/;

function shown({ reply, status }: Exchange, longest = longestAnswer): string {
  const text = typeof reply === "string" ? reply : JSON.stringify(reply ?? "");
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return status === undefined || status === 200 ? short : `HTTP ${status} ${short}`;
}
