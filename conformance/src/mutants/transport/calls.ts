import { isObject } from "../../json/pointer.js";
import type { RunningAgent, Transport } from "../../sdk.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import { referenceAgent } from "../../subject/reference-agent.js";
import type { Mutant } from "../mutant.js";
import { isResponse, jsonOf } from "./http-changes.js";

type Send = Transport["send"];

const calls = (act: (send: Send, request: Parameters<Send>[0]) => ReturnType<Send>): FaultInjection => ({
  transport: (inner) => ({ send: (request) => act((changed) => inner.send(changed), request) }),
});

/** The answer that an agent makes up when it cannot read the one that came. */
function madeUp(body: string): unknown {
  const request = jsonOf(body);
  if (!isObject(request) || !isObject(request.params)) return {};
  const { sender, auth_token: _, ...message } = request.params;
  const type = String(message.message_type)
    .replace("_REQUEST", "_RESPONSE")
    .replace(/^RUN_MATCH$/, "RUN_MATCH_ACK");
  const accepted = {
    status: "ACCEPTED",
    player_id: "P01",
    referee_id: "REF01",
    auth_token: "0".repeat(32),
    league_id: "league",
    reason: null,
  };
  const fields = type === "RUN_MATCH_ACK" ? { status: "acknowledged" } : accepted;
  return {
    jsonrpc: "2.0",
    id: request.id,
    result: { ...message, message_type: type, sender: "league_manager", ...fields },
  };
}

export const transportCallsMutants: readonly Mutant[] = [
  // Faults of the calls that an agent makes.
  {
    id: "transport:calls-without-jsonrpc",
    fault: "Leaves `jsonrpc` out of its calls.",
    inject: calls((send, request) =>
      send({ ...request, body: request.body.replace('"jsonrpc":"2.0",', "") }),
    ),
  },
  {
    id: "transport:calls-as-plain-text",
    fault: "Makes its calls with the content type text/plain.",
    inject: calls((send, request) =>
      send({ ...request, headers: { ...request.headers, "content-type": "text/plain" } }),
    ),
  },
  {
    id: "transport:calls-with-positional-params",
    fault: "Makes its calls with positional params.",
    inject: calls((send, request) => {
      const body = jsonOf(request.body);
      return send(
        isObject(body) ? { ...request, body: JSON.stringify({ ...body, params: [body.params] }) } : request,
      );
    }),
  },
  {
    id: "transport:one-id-for-all-calls",
    fault: "Gives all its requests the id 1.",
    roles: ["referee", "manager"],
    inject: calls(async (send, request) => {
      const body = jsonOf(request.body);
      if (!isObject(body) || body.id === undefined) return send(request);
      const reply = await send({ ...request, body: JSON.stringify({ ...body, id: 1 }) });
      const json = jsonOf(reply.body);
      return isResponse(json) ? { ...reply, body: JSON.stringify({ ...json, id: body.id }) } : reply;
    }),
  },
  {
    id: "transport:overlooks-ids-of-answers",
    fault: "Takes any response for the answer to its call, whatever its id.",
    inject: calls(async (send, request) => {
      const reply = await send(request);
      const json = jsonOf(reply.body);
      const asked = jsonOf(request.body);
      return isResponse(json) && isObject(asked)
        ? { ...reply, body: JSON.stringify({ ...json, id: asked.id }) }
        : reply;
    }),
  },
  {
    id: "transport:compares-types-of-ids",
    fault: "Takes any response whose id has the type of its own for the answer to its call.",
    inject: calls(async (send, request) => {
      const reply = await send(request);
      const json = jsonOf(reply.body);
      const asked = jsonOf(request.body);
      return isResponse(json) && isObject(asked) && typeof json.id === typeof asked.id
        ? { ...reply, body: JSON.stringify({ ...json, id: asked.id }) }
        : reply;
    }),
  },
  {
    id: "transport:believes-bad-answers",
    fault: "Takes an answer that it cannot read for a yes.",
    inject: calls(async (send, request) => {
      const reply = await send(request);
      return isResponse(jsonOf(reply.body))
        ? reply
        : { status: 200, contentType: "application/json", body: JSON.stringify(madeUp(request.body)) };
    }),
  },
  {
    id: "transport:crashes-on-malformed-answers",
    fault: "Its process ends with an error when the answer to a call is no JSON-RPC response.",
    // A player calls only to register, and ends when that fails.
    roles: ["referee", "manager"],
    agent: (launch, role) => {
      const agent = referenceAgent(role)(launch);
      return {
        role: agent.role,
        connect: (link) => {
          let die: (error: Error) => void = () => undefined;
          const dead = new Promise<never>((_, reject) => {
            die = reject;
          });
          const transport: Transport = {
            send: async (request) => {
              const reply = await link.transport.send(request);
              if (reply.body !== "" && !isResponse(jsonOf(reply.body)))
                die(new Error("Uncaught TypeError: Cannot read properties of undefined"));
              return reply;
            },
          };
          const running: RunningAgent = agent.connect({ ...link, transport });
          void running.registered.catch(die);
          return { ...running, registered: Promise.race([running.registered.then(() => dead), dead]) };
        },
      };
    },
  },
];
