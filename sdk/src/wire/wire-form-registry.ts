/** The wire forms that an agent supports, by name: bundled ones and those of its user. */

import type { Located } from "./find-message.js";
import { lintProfile } from "./lint.js";
import { ProfileCodec, usualErrors, usualReply } from "./profile-codec.js";
import { bundledDocument, bundledNames, bundledProfile } from "./profiles/index.js";
import { resolveProfile } from "./resolve.js";
import { strictProfile } from "./strict-profile.js";
import type { ProfileDocument, RequestShape, Spelling, TimeStyle, WireProfile } from "./types.js";

/** A wire form: the codec of a profile. */
export type Form = ProfileCodec;

const SHAPES: readonly RequestShape[] = ["params", "message", "tools_call", "bare"];

/** The maximum number of stored forms: more than the agents of any league have. */
const mostForms = 1024;

export class WireFormRegistry {
  readonly #forms = new Map<string, Form>();
  /** Forms of single peers, by the text of their profile. */
  readonly #given = new Map<string, Form>();
  /** Whether incomplete answers are refused in every form. */
  readonly isStrict: boolean;

  /**
   * @param own profiles of the user, which are tried before the bundled ones and may replace one by its name
   * @param strict whether only whole messages count as answers, in every form
   */
  constructor(own: readonly WireProfile[] = [], strict = false) {
    this.isStrict = strict;
    // A strict agent completes messages by the rules of its user.
    for (const profile of own)
      this.#forms.set(profile.name, new ProfileCodec(strict ? { ...profile, answers: "messages" } : profile));
  }

  /** The user's forms first, then the bundled ones, `loose` last; created on first use. */
  get all(): readonly Form[] {
    for (const name of bundledNames) this.named(name);
    return [...this.#forms.values()].filter(({ name }) => !name.includes("+"));
  }

  /** @param name a profile's, that of a profile whose messages stand elsewhere (`flat+message`), or a whole profile as JSON */
  named(name: string): Form | undefined {
    const known = this.#forms.get(name) ?? this.#given.get(name);
    if (known !== undefined) return known;
    if (name.startsWith("{")) return this.#fromText(name);
    const [base = "", shape] = name.split("+", 2);
    const profile = shape === undefined ? bundledProfile(base) : this.named(base)?.profile;
    if (profile === undefined) return undefined;
    const place = SHAPES.find((one) => one === shape);
    if (shape !== undefined && place === undefined) return undefined;
    const form = this.#codec(
      place === undefined
        ? profile
        : { ...profile, name, request: place, reply: usualReply(place), errors: usualErrors(place) },
    );
    this.#forms.set(name, form);
    return form;
  }

  /** The form of this name. @throws TypeError for an unknown name */
  mustBe(name: string): Form {
    const form = this.named(name);
    if (form === undefined) throw new TypeError(`there is no wire form "${name}"`);
    return form;
  }

  /** The argument of `named` for this form, also in another process: its name, or the whole profile as JSON. */
  textOf(form: Form): string {
    const base = form.name.split("+", 1)[0] ?? "";
    return bundledProfile(base) === undefined ? JSON.stringify(form.profile) : form.name;
  }

  /** Whether the form belongs to a single peer. */
  isDerived(form: Form): boolean {
    return [...this.#given.values()].includes(form);
  }

  /** The form with another match start, for one peer. */
  startedBy(form: Form, match_start: WireProfile["match_start"]): Form {
    if (form.profile.match_start === match_start) return form;
    return this.#variant(form, match_start, { match_start });
  }

  /** The form with its times in another style, for one peer. */
  withTimes(form: Form, times: TimeStyle): Form {
    return form.profile.times === times ? form : this.#variant(form, times, { times });
  }

  /** The form with another spelling of names, for one peer. */
  withSpelling(form: Form, spelling: Spelling | undefined): Form {
    if (spelling === undefined || form.profile.spelling !== undefined) return form;
    // A peer with another spelling does not follow the documents in its answers either.
    const base = form.name === "canonical" ? this.mustBe("loose") : form;
    return this.#variant(base, "spelled", { spelling });
  }

  /** The most tolerant form with this place and this method name. */
  mostTolerant({ shape, method, message }: Located): Form | undefined {
    const loose = this.named("loose");
    const plain = loose === undefined ? undefined : this.at(loose, shape);
    const carries = (form: Form) => {
      const type = form.typeOf({ message, method });
      return form.profile.request === shape && type !== undefined && form.carries(method, type);
    };
    if (plain !== undefined && carries(plain)) return plain;
    return this.all.find((form) => form.isTolerant && carries(form)) ?? plain;
  }

  #variant(form: Form, word: string, changed: Partial<WireProfile>): Form {
    const name = `${form.name.replaceAll("+", "-")}-${word}`;
    return this.named(JSON.stringify({ ...form.profile, ...changed, name })) ?? form;
  }

  #codec(profile: WireProfile): Form {
    return new ProfileCodec(this.isStrict ? strictProfile(profile) : profile);
  }

  /** Undefined for a text that is no valid profile: another process may have sent it. */
  #fromText(text: string): Form | undefined {
    try {
      const document: unknown = JSON.parse(text);
      if (lintProfile(document).length > 0) return undefined;
      const form = this.#codec(resolveProfile(document as ProfileDocument, bundledDocument));
      if (this.#given.size >= mostForms) this.#given.clear();
      this.#given.set(text, form);
      return form;
    } catch {
      return undefined;
    }
  }

  /** The form with its messages at another place. */
  at(form: Form, shape: RequestShape): Form {
    if (form.profile.request === shape) return form;
    return this.named(`${form.name.split("+", 1)[0]}+${shape}`) ?? form;
  }
}
