/** What is known of the wire forms of peers, as callers and handlers see it. */

import type { Peer } from "./peer.js";
import type { PeerFormTable, PeerWireSetting } from "./peer-form-table.js";

export interface FormsOfPeers {
  readonly setting: PeerWireSetting;
  /** Endpoints that have answered canonically, each with the message type that it answered first. */
  readonly canonical: ReadonlyMap<string, string>;
  /** Everything that is known of the forms of peers; undefined as long as all are canonical. */
  readonly loaded: PeerFormTable | undefined;
  /** See `PeerFormTable`. */
  readonly hidesItsForm: boolean;
  /** The same as `loaded`, which is loaded for it; from now on what is learned is kept there. */
  learned(): Promise<PeerFormTable>;
  /** Whether a peer is called canonically, as far as that is known without the other forms. */
  isCalledPlainly(peer: Peer): boolean;
  /** This peer has answered this message canonically: it is called so from now on, if no other form is known of it. */
  answeredPlainly(endpoint: string, type: string): void;
}
