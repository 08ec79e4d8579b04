/**
 * Sends the answers of this player as requests to referees that wait for requests. Such a referee asks for no choice
 * after its invitation was accepted. A join for no match tests whether the referee has a method for it, so that a
 * referee which has read the HTTP response receives no answer twice.
 */
import { protocol } from "@league-v2/contract";
import { noToken } from "../../domain/tokens.js";
import { deadline, sleep } from "../../platform/clock.js";
import { answerSignature } from "../../wire/derive/answer-signature.js";
import { defaultBudget, exchange, mcpHeaders, probeMethod, probeType } from "../../wire/derive/probe.js";
import { isRefused } from "../../wire/derive/request-place.js";
import { type Form, hintsOf, type JsonObject, type Located, type Variables } from "../../wire/index.js";
import type { AgentCore } from "../serving/agent-core.js";
import { pushedBody } from "./pushed-body.js";
import { pushedNames, pushedTypes } from "./pushed-names.js";

/** An answer of this player, with the request that it belongs to. */
export interface GivenAnswer {
  readonly found: Located;
  readonly form: Form;
  /** Canonical. */
  readonly reply: JsonObject & { readonly message_type: string };
  readonly about: Variables;
  readonly referee: string;
  /** Whether the request names the address for its answer, and has no JSON-RPC envelope. */
  readonly isAddressed?: boolean;
}

/** The names under which a referee accepts answers as requests. */
interface AcceptedNames {
  /** The method or tool of a join. */
  readonly join: string;
  /** The signature of its answer to a method that no agent has. */
  readonly unknown: string;
  /** The names in its refusal of an unknown method. */
  readonly listed: readonly string[];
}

/** Half of the time that a referee waits for a join, at most. */
const timeoutMs = protocol.retries.pauseMs;
const mostNames = 4;

export class AnswerPusher {
  readonly #runtime: AgentCore;
  readonly #isInvited: () => boolean;
  /** By address; null for a referee that accepts no answers as requests. */
  readonly #acceptedNames = new Map<string, Promise<AcceptedNames | null>>();

  /** @param isInvited whether this player has accepted an invitation, and was not asked for its choice yet */
  constructor(runtime: AgentCore, isInvited: () => boolean) {
    this.#runtime = runtime;
    this.#isInvited = isInvited;
  }

  async push(given: GivenAnswer): Promise<void> {
    const { referee, reply } = given;
    if (given.isAddressed === true) return this.#deliver(given);
    const isJoin = reply.message_type === "GAME_JOIN_ACK";
    if (!this.#acceptedNames.has(referee)) {
      const { agentContext, signal } = this.#runtime;
      if (isJoin) await sleep(agentContext.clock, timeoutMs, signal);
      if (!isJoin || !this.#isInvited()) return;
    }
    const pending = this.#acceptedNames.get(referee) ?? this.#findNames(given);
    this.#acceptedNames.set(referee, pending);
    const accepted = await pending;
    if (accepted === null) return;
    for (const name of isJoin ? [accepted.join] : namesOf(given, accepted.listed)) {
      const response = await this.#send(given, name, reply);
      if (response !== undefined && response.signature !== accepted.unknown) return;
    }
  }

  /** Sends the answer under each name until the referee accepts one. */
  async #deliver(given: GivenAnswer): Promise<void> {
    for (const name of namesOf(given, [])) {
      const response = await this.#send(given, name, given.reply);
      if (response?.isRefused === false) return;
    }
  }

  async #findNames(given: GivenAnswer): Promise<AcceptedNames | null> {
    const { message_type: _, ...rest } = given.reply;
    const unknown = await this.#send(given, probeMethod, {
      ...rest,
      match_id: "none",
      message_type: probeType,
    });
    if (unknown === undefined) return null;
    for (const join of namesOf(given, unknown.listed)) {
      const response = await this.#send(given, join, { ...given.reply, match_id: "none" });
      if (response !== undefined && response.signature !== unknown.signature)
        return { join, unknown: unknown.signature, listed: unknown.listed };
    }
    return null;
  }

  /** Sends no token: tokens are for the league manager only, and another agent may have named this address. */
  async #send({ form, about, referee, found }: GivenAnswer, name: string, message: JsonObject) {
    const { transport, clock } = this.#runtime.agentContext;
    const body = pushedBody({ form, about, found }, name, { ...message, auth_token: noToken });
    const limit = deadline(clock, defaultBudget.ms, this.#runtime.signal);
    const headers = found.shape === "tools_call" ? mcpHeaders : undefined;
    const asked = exchange({ body }, { transport, url: referee }, limit.signal, headers);
    const exchanged = await asked.finally(limit.cleanup);
    if (exchanged === undefined) return undefined;
    const { reply, status } = exchanged;
    const isEmpty = reply === "" && (status ?? 0) < 300;
    return {
      signature: answerSignature(reply, status),
      listed: hintsOf(reply).names,
      isRefused: !isEmpty && isRefused(exchanged),
    };
  }
}

function namesOf({ found, form, reply }: GivenAnswer, listed: readonly string[]): readonly string[] {
  if (found.shape === "bare") return pushedTypes(reply.message_type);
  return pushedNames(reply.message_type, found.method, form.profile.method, listed).slice(0, mostNames);
}
