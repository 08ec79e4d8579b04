/** The wire forms that an agent knows: those that come with the SDK and those of its user, by name. */
import { ProfileCodec, usualErrors, usualReply } from "./profile-codec.js";
import { bundledNames, bundledProfile } from "./profiles/index.js";
import type { RequestShape, WireProfile } from "./types.js";

/** A form at work. */
export type Form = ProfileCodec;

const SHAPES: readonly RequestShape[] = ["params", "message", "tools_call", "bare"];

export class FormBook {
  readonly #forms = new Map<string, Form>();

  /** @param own profiles of the user, which are tried before the bundled ones and may replace one by its name */
  constructor(own: readonly WireProfile[] = []) {
    for (const profile of own) this.#forms.set(profile.name, new ProfileCodec(profile));
  }

  /** Nearest to the user first; `loose` last. Made when they are first asked for. */
  get all(): readonly Form[] {
    for (const name of bundledNames) this.named(name);
    return [...this.#forms.values()].filter(({ name }) => !name.includes("+"));
  }

  /** @param name a profile's, or that of a profile whose messages stand elsewhere, `flat+message` */
  named(name: string): Form | undefined {
    const known = this.#forms.get(name);
    if (known !== undefined) return known;
    const [base = "", shape] = name.split("+", 2);
    const profile = shape === undefined ? bundledProfile(base) : this.named(base)?.profile;
    if (profile === undefined) return undefined;
    const place = SHAPES.find((one) => one === shape);
    if (shape !== undefined && place === undefined) return undefined;
    const form = new ProfileCodec(
      place === undefined
        ? profile
        : { ...profile, name, request: place, reply: usualReply(place), errors: usualErrors(place) },
    );
    this.#forms.set(name, form);
    return form;
  }

  /** The form with its messages at another place. */
  at(form: Form, shape: RequestShape): Form {
    if (form.profile.request === shape) return form;
    return this.named(`${form.name.split("+", 1)[0]}+${shape}`) ?? form;
  }
}
