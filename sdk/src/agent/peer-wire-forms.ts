/**
 * In which wire form each peer is called. As long as all peers are canonical, it is only noted which of them have answered;
 * what keeps the other forms is loaded when the first one is met.
 */
import type { CallForm } from "../client/call-form.js";
import type { Form } from "../wire/index.js";
import type { PeerForms, PeerFormsSetting } from "./forms.js";
import { loadWireParts } from "./load-parts.js";
import type { Peer } from "./peer.js";
import { chosenForm } from "./wire-choice.js";

export class PeerWireForms {
  readonly strict: boolean;
  readonly #setting: PeerFormsSetting;
  /** Endpoints that have answered canonically, each with the message type that it answered first. */
  readonly #canonical = new Map<string, string>();
  #learned: PeerForms | undefined;
  #loading: Promise<PeerForms> | undefined;

  constructor(setting: PeerFormsSetting) {
    this.#setting = setting;
    this.strict = setting.strict;
  }

  /** Everything that is known of the forms of peers; from now on it is kept there. */
  learned(): Promise<PeerForms> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** The form in which the league manager has answered; null is canonical. */
  get ofLeague(): Form | null {
    return this.#learned?.ofLeague ?? null;
  }

  /** Whether the league's form knows no tokens. */
  get isLeagueTokenless(): boolean {
    return this.ofLeague?.profile.tokens === "optional";
  }

  /** See `PeerForms`. */
  get hidesItsForm(): boolean {
    // A form that requests do not tell must be known before the first one comes.
    return this.#learned?.hidesItsForm ?? chosenForm(this.#setting.choice) !== "canonical";
  }

  /** Whether it is known how this peer speaks. */
  isSettled(endpoint: string): boolean {
    return this.#learned?.isSettled(endpoint) ?? this.#canonical.has(endpoint);
  }

  /** Whether this peer has answered canonically before it answered in any other form. */
  isCanonical(endpoint: string): boolean {
    return this.#learned?.isCanonical(endpoint) ?? this.#canonical.has(endpoint);
  }

  /** Whether nothing but canonical answers are known of this peer. */
  isPlain(endpoint: string): boolean {
    return this.#learned?.isPlain(endpoint) ?? true;
  }

  /** The form that this peer was first understood in; null is canonical, or not known yet. */
  settledForm(endpoint: string): Form | null {
    return this.#learned?.settledForm(endpoint) ?? null;
  }

  /** What another process finds the form of this peer by; undefined as long as nothing but the canonical one is known. */
  async textOf(endpoint: string): Promise<string | undefined> {
    return this.#learned?.textOf(endpoint);
  }

  /** The league manager speaks this form, as an earlier run of this agent has found out. An unknown form is forgotten. */
  async useForm(name: string): Promise<void> {
    const { league } = this.#setting;
    if (league === undefined) return;
    if (name === "canonical") this.settle(league, "LEAGUE_REGISTER_REQUEST", null);
    else await (await this.learned()).useForm(name);
  }

  /** This peer has answered this message in this form: it is called so from now on. */
  settle(endpoint: string, type: string, form: Form | null): void {
    if (this.#learned !== undefined) this.#learned.settle(endpoint, type, form);
    else if (!this.#canonical.has(endpoint)) this.#canonical.set(endpoint, type);
  }

  /** The form for a call; null is canonical. Answered at once, unless profiles have to be loaded for it. */
  formFor(peer: Peer, type: string): Form | null | Promise<Form | null> {
    if (this.#learned !== undefined) return this.#learned.formFor(peer, type);
    if (this.#canonical.has(peer.endpoint)) return null;
    if ((peer.wire ?? chosenForm(this.#setting.choice)) === "canonical") return null;
    return this.learned().then((learned) => learned.formFor(peer, type));
  }

  /** How the client writes and reads a call in a form. @throws TypeError for a form that was not loaded here */
  callForm(form: Form, type: string, message: object, peer: Peer): CallForm {
    if (this.#learned === undefined) throw new TypeError("the wire forms are not loaded yet");
    return this.#learned.callForm(form, type, message, peer);
  }

  async #load(): Promise<PeerForms> {
    const { PeerForms } = await loadWireParts();
    const learned = new PeerForms(this.#setting);
    for (const [endpoint, type] of this.#canonical) learned.settle(endpoint, type, null);
    this.#learned = learned;
    return learned;
  }
}
