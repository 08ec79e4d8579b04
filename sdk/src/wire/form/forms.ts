/** The wire forms that a gateway knows: those of the documents, bundled ones, those of its user, and those of single peers. */

import type { Located } from "../message/find-message.js";
import { strictTimeStyles, styleOf } from "../message/times.js";
import type {
  ProfileDocument,
  ReplyShape,
  RequestShape,
  Spelling,
  TimeStyle,
  WireProfile,
} from "../message/types.js";
import { lintProfile } from "./lint.js";
import { ProfileCodec, usualErrors, usualReply } from "./profile-codec.js";
import { bundledDocument, bundledNames, bundledProfile, resolveProfile } from "./profiles.js";

/** A wire form: the codec of a profile. */
export type Form = ProfileCodec;

/**
 * Which forms a gateway reads: those of the documents (canonical, flat, MCP tools), or any that it can infer. A profile is read
 * first, in addition to any other.
 */
export type FormsChoice = "contract" | "documented" | "any" | ProfileDocument;

const documented: readonly string[] = ["canonical", "flat", "mcp"];
/** The maximum number of stored forms: more than the agents of any league have. */
const mostForms = 1024;

export class Forms {
  /** Whether forms of no document are read, too. */
  readonly infers: boolean;
  readonly #own: Form | undefined;
  readonly #byText = new Map<string, Form>();
  #all: readonly Form[] | undefined;

  /** @throws TypeError for a faulty profile */
  constructor(choice: FormsChoice = "documented") {
    // A form of the documents is no reason to read any other.
    this.infers = typeof choice === "string" ? choice === "any" : !documented.includes(choice.name);
    if (typeof choice === "string") return;
    const [fault] = lintProfile(choice);
    if (fault !== undefined) throw new TypeError(`${choice.name}${fault.pointer}: ${fault.problem}`);
    this.#own = this.of(resolveProfile(choice, bundledDocument));
  }

  /** The user's own form; peers of unknown form are first called in it. */
  get own(): Form | undefined {
    return this.#own;
  }

  /** The user's form first, then the bundled ones; created on first use. */
  get all(): readonly Form[] {
    const names = this.infers ? bundledNames : documented;
    this.#all ??= [this.#own, ...names.map((name) => this.named(name))].filter((one) => one !== undefined);
    return this.#all;
  }

  /** A bundled form. @throws TypeError for an unknown name */
  named(name: string): Form {
    const profile = bundledProfile(name);
    if (profile === undefined) throw new TypeError(`there is no wire form "${name}"`);
    return this.of(profile);
  }

  /** The codec of a profile; the same for the same content. */
  of(profile: WireProfile): Form {
    const text = JSON.stringify(profile);
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    if (this.#byText.size >= mostForms) this.#byText.clear();
    const form = new ProfileCodec(profile);
    this.#byText.set(text, form);
    return form;
  }

  /** The form with its messages at another place. */
  at(form: Form, shape: RequestShape): Form {
    const { profile } = form;
    if (profile.request === shape) return form;
    const name = `${profile.name}+${shape}`;
    return this.of({
      ...profile,
      name,
      request: shape,
      reply: usualReply(shape),
      errors: usualErrors(shape),
    });
  }

  /** The form with its answers at another place; the bundled one, if there is one. */
  answering(form: Form, reply: ReplyShape): Form {
    if (form.profile.reply === reply) return form;
    const bundled = this.all.find(({ profile }) => {
      return profile.reply === reply && profile.request === form.profile.request;
    });
    return bundled ?? this.of({ ...form.profile, name: `${form.name}+${reply}`, reply });
  }

  /** The form with its times in another style. */
  withTimes({ profile }: Form, times: TimeStyle): Form {
    return this.of({ ...profile, times });
  }

  /** The form in the style of a time that a peer has written, if that is one which some agents require: it may read no other. */
  timedAs(form: Form, time: unknown): Form {
    const style = styleOf(time);
    const isStrict = style !== undefined && strictTimeStyles.includes(style);
    return isStrict && form.isTolerant && form.profile.times === undefined
      ? this.withTimes(form, style)
      : form;
  }

  /** The form with another spelling of names. */
  withSpelling(form: Form, spelling: Spelling | undefined): Form {
    if (spelling === undefined || form.profile.spelling !== undefined) return form;
    // A peer with another spelling does not follow the documents in its answers either.
    const base = form.name === "canonical" ? this.named("loose") : form;
    return this.of({ ...base.profile, spelling });
  }

  /** The most tolerant form with this place and this method name. */
  mostTolerant({ shape, method, message }: Located): Form {
    const plain = this.at(this.named("loose"), shape);
    const carries = (form: Form) => {
      const type = form.typeOf({ message, method });
      return form.profile.request === shape && type !== undefined && form.carries(method, type);
    };
    return [plain, ...this.all.filter((form) => form.isTolerant)].find(carries) ?? plain;
  }
}
