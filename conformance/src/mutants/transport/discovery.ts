import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import { resultReply } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import {
  after,
  before,
  changeResponses,
  errorOf,
  isRequest,
  jsonOf,
  plain,
  withBody,
} from "./http-changes.js";

const withoutMethod = (method: string): FaultInjection =>
  before((_, json) =>
    isRequest(json) && json.method === method ? errorOf(json.id, -32_601, "Method not found") : undefined,
  );

/** Remembers every token that goes by. */
function listening(tokens: Set<string>): FaultInjection {
  const hear = (text: string) => {
    for (const [, token = ""] of text.matchAll(/"auth_token":"([^"]+)"/g)) tokens.add(token);
  };
  return {
    transport: (inner) => ({
      send: async (request) => {
        const reply = await inner.send(request);
        hear(reply.body);
        return reply;
      },
    }),
    ...after((reply) => {
      hear(reply.body);
      return undefined;
    }),
  };
}

export const transportDiscoveryMutants: readonly Mutant[] = [
  // Faults of ping, discovery, health and the views.
  {
    id: "transport:knows-no-ping",
    fault: "Does not know the method ping.",
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
    id: "transport:knows-no-discover",
    fault: "Does not know rpc.discover.",
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
    fault: 'Says {"status": "ok"} at /health, and no more.',
    inject: before((http) =>
      http.path === "/health" ? plain(200, '{"status":"ok"}', "application/json") : undefined,
    ),
  },
  {
    id: "transport:tells-another-id-at-health",
    fault: "Tells an id at /health that the league manager never gave it.",
    roles: ["player", "referee"],
    inject: {
      handler: (inner) => async (http) => {
        const reply = await inner(http);
        const health: unknown = http.path === "/health" ? JSON.parse(reply.body) : undefined;
        return isObject(health) ? { ...reply, body: JSON.stringify({ ...health, id: "agent-1" }) } : reply;
      },
    },
  },
  {
    id: "transport:counts-no-uptime",
    fault: "Tells the same uptime at /health at all times.",
    inject: {
      handler: (inner) => async (http) => {
        const reply = await inner(http);
        const health: unknown = http.path === "/health" ? JSON.parse(reply.body) : undefined;
        if (!isObject(health)) return reply;
        const members = Object.entries(health).map(([name, value]) => [
          name,
          /^uptime/.test(name) ? 1_234.5 : value,
        ]);
        return { ...reply, body: JSON.stringify(Object.fromEntries(members)) };
      },
    },
  },
  {
    id: "transport:shows-its-token-at-health",
    fault: "Shows the token that it has registered with at /health.",
    roles: ["player", "referee"],
    inject: () => {
      const tokens = new Set<string>();
      const received = listening(tokens);
      return {
        ...received,
        handler: (inner, tools) => async (http) => {
          const reply = await (received.handler?.(inner, tools) ?? inner)(http);
          const [auth_token] = tokens;
          const health: unknown = http.path === "/health" ? JSON.parse(reply.body) : undefined;
          return isObject(health) ? { ...reply, body: JSON.stringify({ ...health, auth_token }) } : reply;
        },
      };
    },
  },
  {
    id: "transport:shows-its-state-without-token",
    fault: "Shows its state without looking at the token.",
    inject: () => {
      const tokens = new Set<string>();
      const received = listening(tokens);
      return {
        ...received,
        handler: (inner, tools) => async (http) => {
          const json = jsonOf(
            typeof http.body === "string" ? http.body : new TextDecoder().decode(http.body),
          );
          const handle = received.handler?.(inner, tools) ?? inner;
          if (!isRequest(json) || !/^get_/.test(String(json.method))) return handle(http);
          const [own] = tokens;
          return handle(
            withBody(http, { ...json, params: { ...(json.params as JsonObject), auth_token: own } }),
          );
        },
      };
    },
  },
];
