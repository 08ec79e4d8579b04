/** Faults of the methods that every agent supports, and of the calls that it makes. */

import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { RunningAgent, Transport } from "../../sdk.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import { referenceAgent } from "../../subject/reference-agent.js";
import { all, jsonOf, resultReply } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import {
  after,
  before,
  changeHealth,
  changeResponses,
  errorOf,
  isRequest,
  isResponse,
  plain,
  withBody,
} from "./http.js";

const withoutMethod = (method: string): FaultInjection =>
  before((_, json) =>
    isRequest(json) && json.method === method ? errorOf(json.id, -32_601, "Method not found") : undefined,
  );

/** Records each token that the agent sends or receives. */
function recording(tokens: Set<string>): FaultInjection {
  const record = (text: string) => {
    for (const [, token = ""] of text.matchAll(/"auth_token":"([^"]+)"/g)) tokens.add(token);
  };
  return {
    transport: (inner) => ({
      send: async (request) => {
        const reply = await inner.send(request);
        record(reply.body);
        return reply;
      },
    }),
    ...after((reply) => {
      record(reply.body);
      return undefined;
    }),
  };
}

type Send = Transport["send"];

const calls = (act: (send: Send, request: Parameters<Send>[0]) => ReturnType<Send>): FaultInjection => ({
  transport: (inner) => ({ send: (request) => act((changed) => inner.send(changed), request) }),
});

/** The acceptance that an agent assumes when it cannot read an answer. */
function assumedAnswer(body: string): unknown {
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

/** Takes a response for the answer to its call where these ids fit. */
function acceptsIds(fits: (id: unknown, own: unknown) => boolean): FaultInjection {
  return calls(async (send, request) => {
    const reply = await send(request);
    const [json, asked] = [jsonOf(reply.body), jsonOf(request.body)];
    return isResponse(json) && isObject(asked) && fits(json.id, asked.id)
      ? { ...reply, body: JSON.stringify({ ...json, id: asked.id }) }
      : reply;
  });
}

export const transportServicesAndCallsMutants: readonly Mutant[] = [
  // Faults of ping, discovery, health and the views.
  {
    id: "transport:lacks-ping",
    fault: "Does not support the method ping.",
    inject: withoutMethod("ping"),
  },
  {
    id: "transport:pings-back",
    fault: 'Answers ping with the text "pong".',
    inject: before((_, json) =>
      isRequest(json) && json.method === "ping" ? resultReply(json, "pong") : undefined,
    ),
  },
  {
    id: "transport:lacks-discover",
    fault: "Does not support rpc.discover.",
    inject: withoutMethod("rpc.discover"),
  },
  {
    id: "transport:promises-too-much",
    fault: "Names a method in rpc.discover that it does not serve.",
    inject: changeResponses((response, request) => {
      const { result } = response;
      if (!isRequest(request) || request.method !== "rpc.discover" || !isObject(result)) return undefined;
      const methods = [...(result.methods as unknown[]), { name: "win_every_match", params: [] }];
      return { ...response, result: { ...result, methods } };
    }),
  },
  {
    id: "transport:no-health",
    fault: "Has no /health.",
    inject: before((http) =>
      http.path === "/health" ? plain(404, '{"error":"not found"}', "application/json") : undefined,
    ),
  },
  {
    id: "transport:just-says-ok",
    fault: 'Shows {"status": "ok"} at /health, and no other member.',
    inject: before((http) =>
      http.path === "/health" ? plain(200, '{"status":"ok"}', "application/json") : undefined,
    ),
  },
  {
    id: "transport:reports-another-id-at-health",
    fault: "Shows an id at /health that the league manager did not assign.",
    roles: ["player", "referee"],
    inject: changeHealth((health) => ({ ...health, id: "agent-1" })),
  },
  {
    id: "transport:counts-no-uptime",
    fault: "Shows the same uptime at /health at all times.",
    inject: changeHealth((health) => {
      const frozen = Object.keys(health).filter((name) => name.startsWith("uptime"));
      return { ...health, ...Object.fromEntries(frozen.map((name) => [name, 1_234.5])) };
    }),
  },
  {
    id: "transport:shows-its-token-at-health",
    fault: "Shows the token that it has registered with at /health.",
    roles: ["player", "referee"],
    inject: () => {
      const tokens = new Set<string>();
      return all(
        recording(tokens),
        changeHealth((health) => ({ ...health, auth_token: [...tokens][0] })),
      );
    },
  },
  {
    id: "transport:shows-its-state-without-token",
    fault: "Shows its state without checking the token.",
    inject: () => {
      const tokens = new Set<string>();
      const withToken = before((http, json) =>
        isRequest(json) && /^get_/.test(String(json.method))
          ? withBody(http, {
              ...json,
              params: { ...(json.params as JsonObject), auth_token: [...tokens][0] },
            })
          : undefined,
      );
      return all(recording(tokens), withToken);
    },
  },
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
    fault: "Accepts any response as the answer to its call, with any id.",
    inject: acceptsIds(() => true),
  },
  {
    id: "transport:compares-types-of-ids",
    fault: "Accepts any response whose id has the type of its own as the answer to its call.",
    inject: acceptsIds((id, own) => typeof id === typeof own),
  },
  {
    id: "transport:accepts-bad-answers",
    fault: "Treats an answer that it cannot read as an acceptance.",
    inject: calls(async (send, request) => {
      const reply = await send(request);
      return isResponse(jsonOf(reply.body))
        ? reply
        : { status: 200, contentType: "application/json", body: JSON.stringify(assumedAnswer(request.body)) };
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
          let crash: (error: Error) => void = () => undefined;
          const dead = new Promise<never>((_, reject) => {
            crash = reject;
          });
          const transport: Transport = {
            send: async (request) => {
              const reply = await link.transport.send(request);
              if (reply.body !== "" && !isResponse(jsonOf(reply.body)))
                crash(new Error("Uncaught TypeError: Cannot read properties of undefined"));
              return reply;
            },
          };
          const running: RunningAgent = agent.connect({ ...link, transport });
          void running.registered.catch(crash);
          return { ...running, registered: Promise.race([running.registered.then(() => dead), dead]) };
        },
      };
    },
  },
];
