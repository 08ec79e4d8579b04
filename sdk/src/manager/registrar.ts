/** The registration desk of a league: decides on each application, gives out ids and tokens (IS 2.2.2, 2.2.3). */
import type { Random } from "../doors/random.js";
import {
  type Application,
  decide,
  mustSpeakThisVersion,
  type RegistrationRules,
  type Rejection,
} from "./registry.js";
import type { Member, Store } from "./store.js";
import { newToken } from "./tokens.js";

export type Admission =
  | { readonly member: Member; readonly auth_token: string }
  | { readonly reason: Rejection };

export interface RegistrarSetting {
  readonly store: Store;
  readonly random: Random;
  readonly rules: RegistrationRules;
  /** Told of every new member, once. */
  readonly onAdmitted: (member: Member) => Promise<void>;
}

export class Registrar {
  readonly #setting: RegistrarSetting;
  /** So that a repeated registration gets the same answer; a store need not be able to tell a token again. */
  readonly #tokens = new Map<string, string>();

  constructor(setting: RegistrarSetting) {
    this.#setting = setting;
  }

  /** @throws LeagueFault E018 for an agent that was built for an older protocol */
  async register(application: Application): Promise<Admission> {
    mustSpeakThisVersion(application.protocol_version);
    const { store, random, rules, onAdmitted } = this.#setting;
    const token = newToken(random);
    const decision = await store.admit((members) => {
      const verdict = decide(application, members, rules);
      if (verdict.kind !== "admitted") return { refusal: verdict };
      // At once, so that a repetition that races with the first one finds it.
      this.#tokens.set(verdict.member.id, token);
      return { member: verdict.member, token };
    });
    if ("refusal" in decision) {
      const { refusal } = decision;
      return refusal.kind === "repeated" ? this.#again(refusal.member) : refusal;
    }
    await onAdmitted(decision.member);
    return { member: decision.member, auth_token: token };
  }

  #again(member: Member): Admission {
    const auth_token = this.#tokens.get(member.id);
    return auth_token === undefined ? { reason: "Duplicate name" } : { member, auth_token };
  }
}
