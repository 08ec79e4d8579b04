/** The known wire forms of peers: the interface for callers and handlers. */

import type { Peer } from "./peer.js";
import type { PeerFormTable, PeerWireSetting } from "./peer-form-table.js";

export interface FormsOfPeers {
  readonly setting: PeerWireSetting;
  /** Endpoints that have answered canonically, each with the message type that it answered first. */
  readonly canonical: ReadonlyMap<string, string>;
  /** The table of forms; undefined as long as all peers are canonical. */
  readonly loaded: PeerFormTable | undefined;
  /** See `PeerFormTable`. */
  readonly hidesItsForm: boolean;
  /** Loads the table of forms, in which later findings are stored. */
  learned(): Promise<PeerFormTable>;
  /** Whether the table is not loaded and the peer is called canonically. */
  isCalledCanonically(peer: Peer): boolean;
  /** Records a canonical answer: the peer is called canonically from now on, unless another form of it is known. */
  noteCanonicalAnswer(endpoint: string, type: string): void;
}
