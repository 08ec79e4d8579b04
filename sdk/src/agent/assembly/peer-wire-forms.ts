/**
 * The wire form of each peer. As long as all peers are canonical, only their endpoints are stored; the table of other
 * forms is loaded for the first other peer.
 */

import { chosenForm } from "../core/wire-choice.js";
import type { FormsOfPeers } from "../peers/forms-of-peers.js";
import type { Peer } from "../peers/peer.js";
import type { PeerFormTable, PeerWireSetting } from "../peers/peer-form-table.js";
import { wireParts } from "./load-wire-parts.js";

export class PeerWireForms implements FormsOfPeers {
  readonly setting: PeerWireSetting;
  readonly canonical = new Map<string, string>();
  #loaded: PeerFormTable | undefined;
  #loading: Promise<PeerFormTable> | undefined;

  constructor(setting: PeerWireSetting) {
    this.setting = setting;
  }

  get loaded(): PeerFormTable | undefined {
    return this.#loaded;
  }

  learned(): Promise<PeerFormTable> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  get hidesItsForm(): boolean {
    // A form that is not visible in requests must be known before the first request.
    return this.#loaded?.hidesItsForm ?? chosenForm(this.setting.choice) !== "canonical";
  }

  isCalledCanonically({ endpoint, wire }: Peer): boolean {
    if (this.#loaded !== undefined) return false;
    return this.canonical.has(endpoint) || (wire ?? chosenForm(this.setting.choice)) === "canonical";
  }

  noteCanonicalAnswer(endpoint: string, type: string): void {
    if (this.#loaded === undefined) {
      if (!this.canonical.has(endpoint)) this.canonical.set(endpoint, type);
    } else if (!this.#loaded.isSettled(endpoint)) this.#loaded.settle(endpoint, type, null);
  }

  async #load(): Promise<PeerFormTable> {
    const { PeerFormTable } = await wireParts.get();
    const learned = new PeerFormTable(this.setting);
    for (const [endpoint, type] of this.canonical) learned.settle(endpoint, type, null);
    this.#loaded = learned;
    return learned;
  }
}
