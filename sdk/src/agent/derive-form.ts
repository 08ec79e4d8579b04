/**
 * Forms that are derived from what a peer says: of itself, in its registration, and in its refusals. Only harmless requests
 * are sent for it, once for each peer.
 */
import { HttpStatusError, ProtocolFault, RpcReplyError } from "../client/errors.js";
import type { Role } from "../domain/role.js";
import type { Clock } from "../platform/clock.js";
import type { Random } from "../platform/random.js";
import type { Transport } from "../platform/transport.js";
import { deriveForm, type Exchange, type Role as PeerRole } from "../wire/derive/index.js";
import { probe } from "../wire/derive/probe.js";
import type { Form, WireFormRegistry } from "../wire/index.js";

export interface DerivationSetting {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  /** Called with the headers of a session that an MCP server demands. */
  readonly onSession: (url: string, headers: Readonly<Record<string, string>>) => void;
}

/** The body of a call, and what it failed with. */
export interface Failure {
  readonly request: unknown;
  readonly error: unknown;
}

export class FormDerivation {
  readonly #setting: DerivationSetting;
  /** What was exchanged with each peer, by endpoint. */
  readonly #exchanges = new Map<string, readonly Exchange[]>();

  constructor(setting: DerivationSetting) {
    this.#setting = setting;
  }

  async #ask(url: string, role: PeerRole): Promise<readonly Exchange[]> {
    const { onSession, ...setting } = this.#setting;
    const { answers, session } = await probe({ ...setting, url, role });
    if (session !== undefined) onSession(url, session);
    return answers;
  }

  /**
   * The form that everything which is known of the peer leads to; with each refusal it may be another one.
   * @param first the peer's registration, where it is known
   * @param refusals of calls in forms that were derived before
   */
  async derive(
    url: string,
    role: Role,
    evidence: { readonly first: unknown; readonly refusals: readonly Failure[] },
    book: WireFormRegistry,
  ): Promise<Form | undefined> {
    const asWhat = role === "league_manager" ? "manager" : role;
    const probes = this.#exchanges.get(url) ?? (await this.#ask(url, asWhat));
    const { first, refusals } = evidence;
    const registration: Exchange[] = first === undefined ? [] : [{ by: "peer", request: first }];
    const exchanges = [...probes, ...refusals.map(exchangeOf).filter((one) => one !== undefined)];
    this.#exchanges.set(url, exchanges);
    const derived = deriveForm(nameOf(url), asWhat, [...registration, ...exchanges]);
    return derived === undefined ? undefined : book.named(JSON.stringify(derived.profile));
  }
}

/**
 * A registration as the peer would send it in its known form, if the registration itself is not
 * known: a peer reads messages from the place where it writes them.
 */
export function spokenIn(form: Form | undefined): unknown {
  if (form === undefined || form.name === "canonical") return undefined;
  const type = "LEAGUE_REGISTER_REQUEST";
  return form.request(type, { message_type: type, sender: "player:unknown" }, 1);
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

/** One name for each peer. */
function nameOf(url: string): string {
  return `derived-${new URL(url).host.replaceAll(/[^A-Za-z0-9.]+/g, "-")}`;
}
