/** Collects the evidence in the exchanges with a peer: operations, names, place, conventions and spelling. */

import { operationsIn } from "../evidence/descriptions.js";
import { receivedBy } from "../evidence/method-names.js";
import { type Conventions, conventionsOf } from "../evidence/peer-conventions.js";
import { flattened, nestOf, plainExchange, spellingIn, withoutEcho } from "../evidence/plain-exchange.js";
import { type Place, requestPlace } from "../evidence/request-place.js";
import type { Exchange, Operation, Role } from "../evidence/types.js";
import { findMessage } from "../message/find-message.js";
import type { Spelling, SplitRule } from "../message/types.js";
import { type CallNames, callNames } from "./call-names.js";

export interface Findings {
  readonly role: Role;
  /** The messages that a peer of this role must support for a match. */
  readonly required: readonly string[];
  /** In the contract's spelling. */
  readonly exchanges: readonly Exchange[];
  readonly operations: readonly Operation[];
  readonly place: Place;
  readonly names: CallNames;
  readonly conventions: Conventions;
  readonly split: SplitRule | undefined;
  /** The member with the content of every message; the peer's own messages in `exchanges` are without it. */
  readonly nest: string | undefined;
  readonly spelling: Spelling | undefined;
}

export function findingsIn(role: Role, seen: readonly Exchange[]): Findings {
  const plain = seen.map(plainExchange).map(withoutEcho);
  const nest = nestOf(plain);
  const exchanges = nest === undefined ? plain : plain.map((one) => flattened(one, nest));
  const operations = operationsIn(exchanges);
  const required = receivedBy[role].slice(0, role === "player" ? 3 : 1);
  const place = requestPlace(exchanges, operations, required);
  return {
    role,
    required,
    exchanges,
    operations,
    place,
    nest,
    names: callNames(exchanges, operations, place, role),
    conventions: conventionsOf(exchanges),
    split: splitOf(exchanges),
    spelling: spellingIn(seen),
  };
}

/** The two objects of a message, in the peer's own messages. */
function splitOf(exchanges: readonly Exchange[]): SplitRule | undefined {
  const calls = exchanges.flatMap(({ by, request }) => (by === "peer" ? [findMessage(request)?.split] : []));
  return calls.find((one) => one !== undefined);
}
