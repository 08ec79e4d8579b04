/** A separate path at which some league managers start a match: a plain POST, answered with the result of the match. */
import { protocolLimits } from "@league-v2/contract";
import { type HttpRoute, httpFault, type JsonAnswer, jsonRoute } from "../../http/index.js";
import { isAllowedOrigin } from "../../http/origin.js";
import { InvalidMessageError, RpcError, type RpcMethod, rpcErrors } from "../../rpc/index.js";
import { deriveForm, typeOfPeer } from "../../wire/derive/index.js";
import { type Form, isObject, type JsonObject, type WireFormRegistry } from "../../wire/index.js";
import { isOfUsualSize } from "../../wire/limits.js";
import { withoutBlanks } from "../../wire/without-blanks.js";
import type { Wire } from "../core/wire.js";
import type { AgentCore } from "../serving/agent-core.js";
import { serviceRoute } from "./service-route.js";
import type { ServiceSetting } from "./service-setting.js";

const startType = "RUN_MATCH";
const startMethod = "run_match";

/** The form of such a start: the names of its members, and the members that the answer omits. */
const usualForm = "http-run-match";

/** Undefined for a path whose last part names no match start, and for agents without one. */
export async function startRoute(path: string, setting: ServiceSetting): Promise<HttpRoute | undefined> {
  const { runtime, methods } = setting;
  const method = methods.get(startMethod);
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (method === undefined || typeOfPeer({ method: name, message: {} }) !== startType) return undefined;
  const { registry } = await (await runtime.forms.learned()).load();
  const route = jsonRoute(path, protocolLimits, (body) => start(body, { runtime, method, registry }));
  const { origins } = runtime.agentContext;
  return {
    ...route,
    handle: async (request) => {
      if (!isAllowedOrigin(request.headers?.origin, origins)) return httpFault(403, "not from this origin");
      const reply = await route.handle(request);
      return (reply.status === 400 ? await serviceRoute(request, path, setting) : undefined) ?? reply;
    },
  };
}

interface Starting {
  readonly runtime: AgentCore;
  readonly method: RpcMethod<Wire>;
  readonly registry: WireFormRegistry;
}

/** Runs the order in the first form in which the body is valid. */
async function start(body: unknown, { runtime, method, registry }: Starting): Promise<JsonAnswer> {
  const order = isObject(body) && isOfUsualSize(body) ? withoutBlanks(body) : {};
  const about = {
    ...order,
    now: runtime.senderIdentity.now(),
    conversation: runtime.newConversation("conv-start"),
  };
  let refused = refusal(rpcErrors.invalidParams);
  for (const form of formsOf(order, registry)) {
    const read = form.canonical(startType, order, about);
    const wire: Wire = { name: form.name, tokenless: true, matchStart: "blocking", isLenient: true };
    try {
      const reply = await method.call({ message_type: startType, sender: "league_manager", ...read }, wire);
      return { status: 200, value: written(reply, form) };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      refused = refusal(error);
      if (!(error instanceof InvalidMessageError)) return refused;
    }
  }
  return refused;
}

/** The usual form, and a form derived from the member names of this order. */
function* formsOf(order: JsonObject, registry: WireFormRegistry): Generator<Form> {
  yield registry.mustBe(usualForm);
  const request = { jsonrpc: "2.0", id: 1, method: startMethod, params: order };
  const derived = deriveForm("derived-start", "manager", [{ by: "peer", request }]);
  const form = derived && registry.named(JSON.stringify(derived.profile));
  if (form !== undefined) yield form;
}

/** The answer without our token, because the client is not authenticated. */
function written(reply: unknown, form: Form): unknown {
  if (!isObject(reply) || typeof reply.message_type !== "string") return reply;
  const { auth_token: _, ...body } = form.message(reply.message_type, reply);
  return body;
}

type Refusal = Pick<RpcError, "code" | "message"> & { readonly data?: unknown };

function refusal({ code, message, data }: Refusal): JsonAnswer {
  return { status: 400, value: { status: "error", error_code: code, message, data } };
}
