/**
 * Gives a referee the answers of this player in requests of the player, where the referee waits for such ones. It shows so by
 * waiting: it asks for no choice after its invitation was accepted. Whether it knows a join as a request is asked with
 * a join for no match, so that nothing is told twice to a referee that has taken the answer from the HTTP response.
 */
import { protocol } from "@league-v2/contract";
import { deadline, sleep } from "../platform/clock.js";
import { defaultBudget, exchange, mcpHeaders, probeMethod, probeType } from "../wire/derive/probe.js";
import { isRefused } from "../wire/derive/request-place.js";
import { substance } from "../wire/derive/substance.js";
import { type Form, hintsOf, type JsonObject, type Located, type Variables } from "../wire/index.js";
import type { AgentCore } from "./agent-core.js";
import { pushedBody } from "./pushed-body.js";
import { pushedNames, pushedTypes } from "./pushed-names.js";
import { noToken } from "./registration.js";

/** What this player has answered, and to which request. */
export interface GivenAnswer {
  readonly found: Located;
  readonly form: Form;
  /** Canonical. */
  readonly reply: JsonObject & { readonly message_type: string };
  readonly about: Variables;
  readonly referee: string;
  /** Whether the request itself names the address, and has no JSON-RPC around it: there its answer is waited for. */
  readonly isAddressed?: boolean;
}

/** How a referee takes answers as requests. */
interface Taking {
  /** Under which name it takes a join. */
  readonly join: string;
  /** What it says to a name that no agent has. */
  readonly nothing: string;
  /** The names that it lists when it refuses one. */
  readonly listed: readonly string[];
}

/** Half of the time that a referee waits for a join, at most. */
const timeoutMs = protocol.retries.pauseMs;
const mostNames = 4;

export class AnswerPusher {
  readonly #runtime: AgentCore;
  readonly #isInvited: () => boolean;
  /** By address; null where a referee takes none. */
  readonly #taking = new Map<string, Promise<Taking | null>>();

  /** @param isInvited whether this player has accepted an invitation, and was not asked for its choice yet */
  constructor(runtime: AgentCore, isInvited: () => boolean) {
    this.#runtime = runtime;
    this.#isInvited = isInvited;
  }

  async push(given: GivenAnswer): Promise<void> {
    const { referee, reply } = given;
    if (given.isAddressed === true) return this.#deliver(given);
    const isJoin = reply.message_type === "GAME_JOIN_ACK";
    if (!this.#taking.has(referee)) {
      const { agentContext, signal } = this.#runtime;
      if (isJoin) await sleep(agentContext.clock, timeoutMs, signal);
      if (!isJoin || !this.#isInvited()) return;
    }
    const learning = this.#taking.get(referee) ?? this.#learn(given);
    this.#taking.set(referee, learning);
    const taking = await learning;
    if (taking === null) return;
    for (const name of isJoin ? [taking.join] : namesOf(given, taking.listed)) {
      const said = await this.#ask(given, name, reply);
      if (said !== undefined && said.substance !== taking.nothing) return;
    }
  }

  /** Until one of the names is taken. */
  async #deliver(given: GivenAnswer): Promise<void> {
    for (const name of namesOf(given, [])) {
      const said = await this.#ask(given, name, given.reply);
      if (said?.isRefused === false) return;
    }
  }

  async #learn(given: GivenAnswer): Promise<Taking | null> {
    const { message_type: _, ...rest } = given.reply;
    const unknown = await this.#ask(given, probeMethod, {
      ...rest,
      match_id: "none",
      message_type: probeType,
    });
    if (unknown === undefined) return null;
    for (const join of namesOf(given, unknown.listed)) {
      const said = await this.#ask(given, join, { ...given.reply, match_id: "none" });
      if (said !== undefined && said.substance !== unknown.substance)
        return { join, nothing: unknown.substance, listed: unknown.listed };
    }
    return null;
  }

  /** Tokens are for the league manager only, and this address was perhaps told by another agent. */
  async #ask({ form, about, referee, found }: GivenAnswer, name: string, message: JsonObject) {
    const { transport, clock } = this.#runtime.agentContext;
    const body = pushedBody({ form, about, found }, name, { ...message, auth_token: noToken });
    const limit = deadline(clock, defaultBudget.ms, this.#runtime.signal);
    const headers = found.shape === "tools_call" ? mcpHeaders : undefined;
    const asked = exchange({ body }, { transport, url: referee }, limit.signal, headers);
    const said = await asked.finally(limit.cleanup);
    if (said === undefined) return undefined;
    const listed = hintsOf(said.reply).names;
    const isEmpty = said.reply === "" && (said.status ?? 0) < 300;
    return { substance: substance(said.reply, said.status), listed, isRefused: !isEmpty && isRefused(said) };
  }
}

function namesOf({ found, form, reply }: GivenAnswer, listed: readonly string[]): readonly string[] {
  if (found.shape === "bare") return pushedTypes(reply.message_type);
  return pushedNames(reply.message_type, found.method, form.profile.method, listed).slice(0, mostNames);
}
