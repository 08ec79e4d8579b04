/**
 * Derives the form of a peer from its descriptions, its registration and its refusals. Only requests without an effect
 * are sent, once for each peer.
 */
import { HttpStatusError, LeagueError, ProtocolFault, RpcReplyError } from "../../client/errors.js";
import type { Role } from "../../domain/role.js";
import type { Clock } from "../../platform/clock.js";
import type { Random } from "../../platform/random.js";
import { timestamp } from "../../platform/timestamp.js";
import { derivedName, deriveForm } from "../../wire/derive/derive-form.js";
import { probe } from "../../wire/derive/probe.js";
import type { Exchange, Role as PeerRole } from "../../wire/derive/types.js";
import type { Form, WireFormRegistry, WireProfile } from "../../wire/index.js";
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

export class FormDerivation {
  readonly #setting: DerivationSetting;
  /** The exchanges with each peer, by endpoint. */
  readonly #exchanges = new Map<string, readonly Exchange[]>();

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
    const probes = this.#exchanges.get(url) ?? (await this.#probe(url, peerRole, isServed));
    const registration: Exchange[] = first === undefined ? [] : [{ by: "peer", request: first }];
    const exchanges = [...probes, ...refusals.flatMap((one) => exchangeOf(one, type) ?? [])];
    this.#exchanges.set(url, exchanges);
    const service = { name: derivedName(url), role: peerRole, type, url, exchanges, known };
    if (isService(service)) {
      const profile = deriveService(service);
      return profile && registry.named(JSON.stringify(profile));
    }
    const derived = deriveForm(derivedName(url), peerRole, [...registration, ...exchanges]);
    return derived === undefined ? undefined : registry.named(JSON.stringify(derived.profile));
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
    return { ...asked, status, reply: { jsonrpc: "2.0", id: 1, error: { code, message, data } } };
  }
  if (error instanceof ProtocolFault) return { ...asked, status: 200, reply: error.answer };
  if (!(error instanceof HttpStatusError)) return undefined;
  return { ...asked, status: error.status, reply: error.answer };
}
