/** Registration in a league: decides on each application, assigns ids and tokens (IS 2.2.2, 2.2.3). */

import type { EndpointPolicy } from "../../domain/endpoint-policy.js";
import { newToken } from "../../domain/tokens.js";
import type { Random } from "../../platform/random.js";
import type { Member, Store } from "../store/store.js";
import { isAllowed, type Resolve } from "./endpoint-check.js";
import { type Application, assertVersion, decide, type Rejection } from "./registry.js";

export type Admission =
  | { readonly member: Member; readonly auth_token: string }
  | { readonly reason: Rejection };

export interface RegistrationServiceSetting {
  readonly store: Store;
  readonly random: Random;
  /** The game types of the league. */
  readonly gameTypes: readonly string[];
  /** The maximum number of members of each role. */
  readonly limits: Readonly<Record<Member["role"], number>>;
  readonly endpoints: EndpointPolicy;
  readonly resolve: Resolve | undefined;
  /** Undefined: endpoints are not called at the registration. */
  readonly isReachable: ((endpoint: string) => Promise<boolean>) | undefined;
  /** Called once for every new member, with all members including it. */
  readonly onAdmitted: (member: Member, members: readonly Member[]) => void;
}

export class RegistrationService {
  readonly #setting: RegistrationServiceSetting;
  /** A cache, so that a repeated registration gets the same answer; another process answers with a new token. */
  readonly #tokens = new Map<string, string>();

  constructor(setting: RegistrationServiceSetting) {
    this.#setting = setting;
  }

  /** @throws LeagueRpcError E018 for an agent of an older protocol version */
  async register(application: Application): Promise<Admission> {
    assertVersion(application.protocol_version);
    const { store, random, gameTypes, limits, endpoints, resolve, isReachable, onAdmitted } = this.#setting;
    const { contact_endpoint } = application;
    const isFit = await isAllowed(contact_endpoint, endpoints, resolve);
    const mayBeCalled = isFit && (await (isReachable?.(contact_endpoint) ?? true));
    const rules = { gameTypes, limits, mayBeCalled };
    const token = newToken(random);
    let admitted: readonly Member[] = [];
    const decision = await store.admit((members, state) => {
      const verdict = decide(application, members, state, rules);
      if (verdict.kind !== "admitted") return { refusal: verdict };
      // Stored before the decision, so that a concurrent repetition finds it.
      this.#tokens.set(verdict.member.id, token);
      admitted = [...members, verdict.member];
      return { member: verdict.member, token };
    });
    if ("refusal" in decision) {
      const { refusal } = decision;
      return refusal.kind === "repeated" ? this.#again(refusal.member) : refusal;
    }
    onAdmitted(decision.member, admitted);
    return { member: decision.member, auth_token: token };
  }

  async #again(member: Member): Promise<Admission> {
    const { store, random } = this.#setting;
    const known = this.#tokens.get(member.id);
    if (known !== undefined && (await store.holdsToken(member.id, known)))
      return { member, auth_token: known };
    const auth_token = newToken(random);
    await store.addToken(member.id, auth_token);
    this.#tokens.set(member.id, auth_token);
    return { member, auth_token };
  }
}
