/**
 * In which wire form each peer is called. As long as all peers are canonical, it is only noted which of them have answered;
 * what keeps the other forms is loaded when the first one is met.
 */
import type { PeerForms, PeerFormsSetting } from "./forms.js";
import { loadWireParts } from "./load-parts.js";
import type { Peer } from "./peer.js";
import { chosenForm } from "./wire-choice.js";

export class PeerWireForms {
  readonly setting: PeerFormsSetting;
  /** Endpoints that have answered canonically, each with the message type that it answered first. */
  readonly canonical = new Map<string, string>();
  #loaded: PeerForms | undefined;
  #loading: Promise<PeerForms> | undefined;

  constructor(setting: PeerFormsSetting) {
    this.setting = setting;
  }

  /** Everything that is known of the forms of peers; undefined as long as all are canonical. */
  get loaded(): PeerForms | undefined {
    return this.#loaded;
  }

  /** The same, loaded; from now on what is learned is kept there. */
  learned(): Promise<PeerForms> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** See `PeerForms`. */
  get hidesItsForm(): boolean {
    // A form that requests do not tell must be known before the first one comes.
    return this.#loaded?.hidesItsForm ?? chosenForm(this.setting.choice) !== "canonical";
  }

  /** Whether a peer is called canonically, as far as that is known without the other forms. */
  isCalledPlainly({ endpoint, wire }: Peer): boolean {
    if (this.#loaded !== undefined) return false;
    return this.canonical.has(endpoint) || (wire ?? chosenForm(this.setting.choice)) === "canonical";
  }

  /** This peer has answered this message canonically: it is called so from now on, if no other form is known of it. */
  answeredPlainly(endpoint: string, type: string): void {
    if (this.#loaded === undefined) {
      if (!this.canonical.has(endpoint)) this.canonical.set(endpoint, type);
    } else if (!this.#loaded.isSettled(endpoint)) this.#loaded.settle(endpoint, type, null);
  }

  async #load(): Promise<PeerForms> {
    const { PeerForms } = await loadWireParts();
    const learned = new PeerForms(this.setting);
    for (const [endpoint, type] of this.canonical) learned.settle(endpoint, type, null);
    this.#loaded = learned;
    return learned;
  }
}
