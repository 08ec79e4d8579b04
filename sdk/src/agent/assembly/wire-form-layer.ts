/** The layer in front of the dispatcher for all forms but the canonical one; its code is loaded for the first such message. */

import { noToken } from "../../domain/tokens.js";
import {
  type Dispatcher,
  type Outcome,
  type RpcMiddleware,
  type RpcRequest,
  Unserved,
} from "../../rpc/index.js";
import { isPromiseLike } from "../../rpc/promise-like.js";
import type { Registration } from "../core/agent.js";
import { describeError } from "../core/describe-error.js";
import type { Trace } from "../core/trace.js";
import type { Wire } from "../core/wire.js";
import type { AgentCore } from "../serving/agent-core.js";
import type { ForeignAnswer } from "../wire-forms/foreign-reply.js";
import type { WireFormHandler, WireFormParts } from "../wire-forms/wire-form-handler.js";
import { wireParts } from "./load-wire-parts.js";

export function wireFormLayer(
  runtime: AgentCore,
  methods: Dispatcher<Wire>,
  parts: WireFormParts,
): RpcMiddleware<Wire> {
  let loaded: Promise<WireFormHandler> | undefined;
  const load = async () => {
    const { WireFormHandler } = await wireParts.get();
    const forms = await runtime.forms.learned();
    const noteToken = ({ auth_token }: Registration) => {
      if (auth_token === noToken) forms.noteMissingToken();
    };
    // An agent whose registration fails has no token to note.
    parts.registered.then(noteToken, () => {});
    return new WireFormHandler({ runtime, methods, parts, peers: forms, forms: await forms.load() });
  };
  /** Undefined also after an error of this layer, which is logged. */
  const answerInOtherForm = async (
    body: unknown,
    request: RpcRequest,
    trace?: Trace,
  ): Promise<ForeignAnswer> => {
    loaded ??= load();
    try {
      return await (await loaded).answer(body, request, trace);
    } catch (error) {
      const [what, level] =
        request.kind === "invalid"
          ? (["an invalid request", "error"] as const)
          : ([request.method, request.kind === "call" ? "error" : "warn"] as const);
      runtime.log({ level, message: `${what}: ${describeError(error)}` });
      return undefined;
    }
  };

  return ({ body, request, context }, next) => {
    const fallback = async (outcome: Unserved): Promise<Outcome> => {
      const answer = await answerInOtherForm(body, request, context.trace);
      return answer === undefined ? outcome : answer;
    };
    const withFallback = (outcome: Outcome) => (outcome instanceof Unserved ? fallback(outcome) : outcome);
    if (runtime.forms.hidesItsForm) {
      return answerInOtherForm(body, request, context.trace).then((answer) =>
        answer === undefined ? next() : answer,
      );
    }
    const outcome = next();
    return isPromiseLike(outcome) ? outcome.then(withFallback) : withFallback(outcome);
  };
}
