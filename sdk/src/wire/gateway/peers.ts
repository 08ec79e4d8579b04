/** The peers of one gateway, by endpoint and by the names under which they sign. */

import type { Forms } from "../form/forms.js";
import { asText } from "../message/members.js";
import { Peer, type PeerRecord, type PeerStore } from "./peer.js";

/** More than a league has members. */
const mostPeers = 4096;

export class Peers {
  readonly #forms: Forms;
  readonly #store: PeerStore | undefined;
  readonly #byEndpoint = new Map<string, Peer>();
  /** By id and by every other sender, in lower case. */
  readonly #bySender = new Map<string, Peer>();
  #saving: Promise<void> = Promise.resolve();

  constructor(forms: Forms, store: PeerStore | undefined) {
    this.#forms = forms;
    this.#store = store;
  }

  async load(): Promise<void> {
    for (const record of (await this.#store?.load()) ?? []) this.#restore(record);
  }

  /** Saves the records of peers of other forms: a canonical peer needs none. A failure is only a lost memory. */
  save(): void {
    const store = this.#store;
    if (store === undefined || !this.all.some((one) => one.isForeign)) return;
    const records = () => this.all.filter((one) => one.isForeign).map((one) => one.toRecord());
    this.#saving = this.#saving.then(() => store.save(records())).catch(() => {});
  }

  get all(): readonly Peer[] {
    return [...this.#byEndpoint.values()];
  }

  /** The peer at this address, which is unknown at first. */
  at(endpoint: string): Peer {
    const known = this.#byEndpoint.get(endpoint);
    if (known !== undefined) return known;
    const peer = new Peer(endpoint);
    if (this.#byEndpoint.size >= mostPeers) this.#forget();
    this.#byEndpoint.set(endpoint, peer);
    return peer;
  }

  /** Undefined for an address that was never used. */
  known(endpoint: string): Peer | undefined {
    return this.#byEndpoint.get(endpoint);
  }

  /** The agent at this address, or the one that has another path at the same host and port. */
  reachedAt(url: string): Peer | undefined {
    const { host } = new URL(url);
    return (
      this.known(url) ??
      this.all.find(({ endpoint }) => URL.canParse(endpoint) && new URL(endpoint).host === host)
    );
  }

  /** @param sender `player:P01`, `P01`, or the name under which the peer registered */
  signedBy(sender: unknown): Peer | undefined {
    return typeof sender === "string" ? this.#bySender.get(nameIn(sender)) : undefined;
  }

  /** Records a name under which this peer signs; the id of the league is never taken by another peer's own name. */
  name(peer: Peer, sender: string): void {
    const name = nameIn(sender);
    const known = this.#bySender.get(name);
    if (known !== undefined && known !== peer && known.id?.toLowerCase() === name) return;
    if (this.#bySender.size >= 2 * mostPeers) this.#bySender.clear();
    this.#bySender.set(name, peer);
  }

  /** Forgets the oldest peer that is no member. */
  #forget(): void {
    const oldest = this.all.find(({ role }) => role === undefined) ?? this.all[0];
    if (oldest !== undefined) this.#byEndpoint.delete(oldest.endpoint);
  }

  #restore(record: PeerRecord): void {
    const peer = this.at(record.endpoint);
    peer.restore(record, (form) => (form === "canonical" ? null : this.#forms.of(form)));
    for (const name of [record.id, record.ownId]) if (name !== undefined) this.name(peer, asText(name));
  }
}

function nameIn(sender: string): string {
  return sender
    .slice(sender.indexOf(":") + 1)
    .toLowerCase()
    .slice(0, 128);
}
