/**
 * Derives the form of a peer from its descriptions, its registration and its refusals. Only requests without an effect
 * are sent, once for each peer.
 */
import { HttpStatusError, LeagueError, ProtocolFault, RpcReplyError } from "../../client/errors.js";
import type { Role } from "../../domain/role.js";
import { type Clock, sleep } from "../../platform/clock.js";
import type { Random } from "../../platform/random.js";
import { timestamp } from "../../platform/timestamp.js";
import { derivedName, deriveForm } from "../../wire/derive/derive-form.js";
import { probe } from "../../wire/derive/probe.js";
import type { Exchange, Role as PeerRole } from "../../wire/derive/types.js";
import type { Form, WireFormRegistry, WireProfile } from "../../wire/index.js";
import { beginningOf } from "../../wire/limits.js";
import { deriveService, isService } from "../../wire/service/derive-service.js";
import type { LimitedRequests } from "./limited-requests.js";

export interface DerivationSetting {
  readonly transport: LimitedRequests;
  readonly clock: Clock;
  readonly random: Random;
  /** Called with the headers of a session that an MCP server demands. */
  readonly onSession: (url: string, headers: Readonly<Record<string, string>>) => void;
}

/** A failed call: its body and its error. */
export interface Failure {
  readonly request: unknown;
  readonly error: unknown;
}

export interface DerivationEvidence {
  /** The peer's registration, where it is known. */
  readonly first: unknown;
  readonly refusals: readonly Failure[];
  readonly hasNoEndpoint: boolean;
  /** The canonical type of the refused calls. */
  readonly type: string;
  /** The form of its registration, or of its answers to another agent. */
  readonly known: WireProfile | undefined;
}

interface KnownPeer {
  /** By their text: a repeated one is no further evidence. */
  readonly exchanges: Map<string, Exchange>;
  /** The forms derived from these exchanges, by what else is known. */
  readonly forms: Map<string, Form | undefined>;
  /** The derivations so far. */
  derived: number;
}

/** More than a peer is asked before it is understood; the others are not read. */
const mostExchanges = 128;
/** A peer that is not understood after these is not understood. */
const mostDerivations = 64;

function note({ exchanges }: KnownPeer, added: readonly Exchange[]): void {
  for (const one of added) if (exchanges.size < mostExchanges) exchanges.set(JSON.stringify(one), one);
}

export class FormDerivation {
  readonly #setting: DerivationSetting;
  /** What is known of each peer, by endpoint. */
  readonly #known = new Map<string, KnownPeer>();

  constructor(setting: DerivationSetting) {
    this.#setting = setting;
  }

  async #probe(url: string, role: PeerRole, isServed: boolean): Promise<readonly Exchange[]> {
    const { onSession, ...setting } = this.#setting;
    const budget = { requests: setting.transport.left(url) };
    const { answers, session } = await probe({ ...setting, url, role, budget, onlyDocuments: isServed });
    if (session !== undefined) onSession(url, session);
    return answers;
  }

  /**
   * The form derived from all exchanges with the peer; each refusal may change it.
   * @param evidence with the refusals of calls in forms that were derived before
   */
  async derive(
    url: string,
    role: Role,
    evidence: DerivationEvidence,
    registry: WireFormRegistry,
  ): Promise<Form | undefined> {
    const peerRole: PeerRole = role === "league_manager" ? "manager" : role;
    const { first, refusals, type, known, hasNoEndpoint } = evidence;
    const isServed = hasNoEndpoint || known?.acknowledges === "status";
    const peer = this.#known.get(url) ?? { exchanges: new Map(), forms: new Map(), derived: 0 };
    this.#known.set(url, peer);
    const before = peer.exchanges.size;
    if (before === 0) note(peer, await this.#probe(url, peerRole, isServed));
    note(
      peer,
      refusals.flatMap((one) => exchangeOf(one, type) ?? []),
    );
    if (peer.exchanges.size > before) peer.forms.clear();
    const registration: Exchange[] = first === undefined ? [] : [{ by: "peer", request: first }];
    const key = JSON.stringify([type, known?.name, first]);
    if (!peer.forms.has(key) && peer.derived < mostDerivations) {
      peer.derived += 1;
      // Other peers are answered before the next derivation.
      await sleep(this.#setting.clock, 0);
      const exchanges = [...peer.exchanges.values()];
      const service = { name: derivedName(url), role: peerRole, type, url, exchanges, known };
      const profile = isService(service)
        ? deriveService(service)
        : deriveForm(derivedName(url), peerRole, [...registration, ...exchanges])?.profile;
      peer.forms.set(key, profile && registry.named(JSON.stringify(profile)));
    }
    return peer.forms.get(key);
  }
}

/**
 * A registration as the peer would send it in its known form, for a peer whose registration was not received:
 * a peer reads messages at the place where it writes them.
 */
export function sampleRegistration(form: Form | undefined): unknown {
  if (form === undefined || form.name === "canonical") return undefined;
  const type = "LEAGUE_REGISTER_REQUEST";
  // The time shows the style of the peer's times.
  return form.request(type, { message_type: type, sender: "player:unknown", timestamp: timestamp(0) }, 1);
}

function exchangeOf({ request, error }: Failure, type: string): Exchange | undefined {
  if (!(error instanceof LeagueError)) return undefined;
  const asked = { by: "us", request, address: error.url, type } as const;
  if (error instanceof RpcReplyError) {
    const { rpcCode: code, status, text: message, data } = error;
    return {
      ...asked,
      status,
      reply: beginningOf({ jsonrpc: "2.0", id: 1, error: { code, message, data } }),
    };
  }
  if (error instanceof ProtocolFault) return { ...asked, status: 200, reply: beginningOf(error.answer) };
  if (!(error instanceof HttpStatusError)) return undefined;
  return { ...asked, status: error.status, reply: beginningOf(error.answer) };
}
