/**
 * Derives the form of a peer from its descriptions, its registration and its refusals. Only requests without an effect
 * are sent, once for each peer.
 */
import { HttpStatusError, ProtocolFault, RpcReplyError } from "../client/errors.js";
import type { Role } from "../domain/role.js";
import type { Clock } from "../platform/clock.js";
import type { Random } from "../platform/random.js";
import { timestamp } from "../platform/timestamp.js";
import type { Transport } from "../platform/transport.js";
import { derivedName, deriveForm } from "../wire/derive/derive-form.js";
import { probe } from "../wire/derive/probe.js";
import type { Exchange, Role as PeerRole } from "../wire/derive/types.js";
import type { Form, WireFormRegistry } from "../wire/index.js";

export interface DerivationSetting {
  readonly transport: Transport;
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

export class FormDerivation {
  readonly #setting: DerivationSetting;
  /** The exchanges with each peer, by endpoint. */
  readonly #exchanges = new Map<string, readonly Exchange[]>();

  constructor(setting: DerivationSetting) {
    this.#setting = setting;
  }

  async #probe(url: string, role: PeerRole): Promise<readonly Exchange[]> {
    const { onSession, ...setting } = this.#setting;
    const { answers, session } = await probe({ ...setting, url, role });
    if (session !== undefined) onSession(url, session);
    return answers;
  }

  /**
   * The form derived from all exchanges with the peer; each refusal may change it.
   * @param first the peer's registration, where it is known
   * @param refusals of calls in forms that were derived before
   */
  async derive(
    url: string,
    role: Role,
    evidence: { readonly first: unknown; readonly refusals: readonly Failure[] },
    registry: WireFormRegistry,
  ): Promise<Form | undefined> {
    const peerRole = role === "league_manager" ? "manager" : role;
    const probes = this.#exchanges.get(url) ?? (await this.#probe(url, peerRole));
    const { first, refusals } = evidence;
    const registration: Exchange[] = first === undefined ? [] : [{ by: "peer", request: first }];
    const exchanges = [...probes, ...refusals.map(exchangeOf).filter((one) => one !== undefined)];
    this.#exchanges.set(url, exchanges);
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

function exchangeOf({ request, error }: Failure): Exchange | undefined {
  if (error instanceof RpcReplyError) {
    const { rpcCode: code, status, text: message, data } = error;
    return { by: "us", request, status, reply: { jsonrpc: "2.0", id: 1, error: { code, message, data } } };
  }
  if (error instanceof ProtocolFault) return { by: "us", request, status: 200, reply: error.answer };
  if (!(error instanceof HttpStatusError)) return undefined;
  return { by: "us", request, status: error.status, reply: error.answer };
}
