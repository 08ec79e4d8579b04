/** Selects the answers of a player that are also sent as requests, for referees that wait for requests. */
import { type Form, isObject, type JsonObject, type Located, type Variables } from "../../wire/index.js";
import type { Forms } from "../peers/peer-form-table.js";
import type { AgentCore } from "../serving/agent-core.js";
import type { RoleParts } from "../serving/role-parts.js";
import { AnswerPusher, type GivenAnswer } from "./answer-pusher.js";
import { missingJoin } from "./missed-join.js";
import { namesAddress, refereeAddress } from "./referee-address.js";

export interface AnsweringSetting {
  readonly runtime: AgentCore;
  readonly parts: Pick<RoleParts, "id" | "state" | "round">;
  readonly forms: Forms;
}

export class RequestedAnswers {
  readonly #setting: AnsweringSetting;
  readonly #pusher: AnswerPusher;

  constructor(setting: AnsweringSetting) {
    this.#setting = setting;
    this.#pusher = new AnswerPusher(setting.runtime, () => this.#isInvited);
  }

  get #isInvited(): boolean {
    return this.#setting.parts.state() === "WAITING_FOR_CHOICE_REQUEST";
  }

  /** Sends the answer to a request in another form. @param facts the stored facts of its match */
  send(
    found: Located,
    { form, type }: { readonly form: Form; readonly type: string },
    reply: unknown,
    about: Variables,
    facts: Variables,
  ): void {
    const isAsked = type === "GAME_INVITATION" || type === "CHOOSE_PARITY_CALL";
    if (!this.#maySend || !isAsked || !isMessage(reply)) return;
    const message = { ...found.message, match_id: reply.match_id };
    const isAddressed = found.shape === "bare" && namesAddress(message);
    this.#push({ found, form, reply, about, isAddressed }, message, facts.referee_endpoint);
  }

  /** Sends the join as a request to a referee that reports it as missing after an accepted invitation. */
  sendMissed(found: Located, about: Variables): void {
    const { runtime, parts, forms } = this.#setting;
    if (!this.#maySend || !this.#isInvited) return;
    const reply = missingJoin(found, parts.round?.(), parts.id(), runtime.senderIdentity);
    const form = forms.registry.at(forms.registry.mustBe("loose"), found.shape);
    if (reply !== undefined) this.#push({ found, form, reply, about }, found.message, undefined);
  }

  get #maySend(): boolean {
    const { runtime } = this.#setting;
    return runtime.role === "player" && !runtime.strict;
  }

  #push(given: Omit<GivenAnswer, "referee">, message: JsonObject, announced: unknown): void {
    const { runtime, parts } = this.#setting;
    const referee = refereeAddress(message, announced, parts.round?.(), runtime.agentContext.league);
    // Another agent names the address: sent to this agent itself, each answer would be answered by another one.
    if (referee === undefined || referee === runtime.agentContext.endpoint) return;
    runtime.background("an answer as a request", this.#pusher.push({ ...given, referee }));
  }
}

function isMessage(reply: unknown): reply is JsonObject & { readonly message_type: string } {
  return isObject(reply) && typeof reply.message_type === "string";
}
