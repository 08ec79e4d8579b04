/** A gateway that is loaded for the first message that is not canonical: the agent has refused it, or has got no canonical answer. */
import { protocolPaths } from "@league-v2/contract";
import type { Agent, RunningAgent } from "../../agent/core/agent.js";
import type { HttpHandler, HttpReply, HttpRequest } from "../../http/types.js";
import { onDemand } from "../../platform/on-demand.js";
import type { Transport } from "../../platform/transport.js";
import type { FormsOptions, Gateway } from "../gateway/gateway.js";
import { wrapped } from "../gateway/wrapped.js";

/** More than join a league before the first message of another form. */
const mostRegistrations = 2048;

const answers = onDemand(() => import("../gateway/canonical-answer.js"));

/** Some methods of each of these registrations. */
const mostAnswered = 8 * mostRegistrations;

export function withFormsOnDemand<Running extends RunningAgent>(
  agent: Agent<Running>,
  options: FormsOptions = {},
): Agent<Running> {
  if (options.forms === "contract") return agent;
  return {
    role: agent.role,
    connect(context) {
      let gateway: Gateway | undefined;
      let loading: Promise<Gateway> | undefined;
      const isManager = agent.role === "league_manager";
      const registrations: [HttpRequest, HttpReply][] = [];
      /** The methods that an agent has answered canonically, by address: its next answers to these need no look. */
      const answered = new Set<string>();
      const load = async (): Promise<Gateway> => {
        const { Gateway } = await import("../gateway/gateway.js");
        const made = new Gateway(agent.role, context, options);
        made.handler(running.handle);
        for (const [request, reply] of registrations.splice(0)) made.noteRegistration(request, reply);
        gateway = made;
        return made;
      };
      const loaded = () => {
        loading ??= load();
        return loading;
      };
      const transport: Transport = {
        send: async (request) => {
          if (gateway !== undefined) return gateway.send(request);
          const reply = await context.transport.send(request);
          const call = `${request.url} ${methodIn(request.body)}`;
          if (answered.has(call)) return reply;
          const { isCanonicalAnswer } = await answers.get();
          if (!isCanonicalAnswer(reply, request.body)) return (await loaded()).send(request, reply);
          if (answered.size < mostAnswered) answered.add(call);
          return reply;
        },
        close: async () => context.transport.close?.(),
      };
      const running = agent.connect({ ...context, transport });
      const handle: HttpHandler = async (request) => {
        if (gateway !== undefined) return gateway.handle(request);
        const reply = await running.handle(request);
        if (request.method === "POST" && isRefused(reply)) return (await loaded()).handle(request);
        if (isManager && isRegistration(request, reply) && registrations.length < mostRegistrations)
          registrations.push([request, reply]);
        return reply;
      };
      // A message of a known peer of another form may look canonical.
      void options.store?.load().then(
        (records) => (records.length === 0 ? undefined : loaded()),
        () => {},
      );
      return wrapped(running, handle, () => gateway?.close());
    },
  };
}

/**
 * Whether an agent has refused a request for its form: JSON-RPC's own errors, those of HTTP, and those of the contract that name what
 * breaks the schema. A refused message has no effect.
 */
function isRefused({ status, body }: HttpReply): boolean {
  // Most answers have a result, and are read no further.
  if (body.startsWith('{"jsonrpc":"2.0","result":')) return false;
  return status >= 400 || /"error":\{"code":-32(?:(?:600|601|602|700)\b|.*"violations":\[)/s.test(body);
}

function isRegistration({ path }: HttpRequest, { body }: HttpReply): boolean {
  return path.startsWith(protocolPaths.register) || body.includes('_REGISTER_RESPONSE"');
}

/** The method of a request as the SDK writes it. */
function methodIn(body: string): string {
  return /"method":"(\w+)"/.exec(body)?.[1] ?? "";
}
