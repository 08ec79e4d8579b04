import { isObject } from "../../json/pointer.js";
import { pause } from "../../time/pause.js";
import { jsonOf, jsonReply } from "../fault-injection.js";
import type { Mutant } from "../mutant.js";
import {
  after,
  before,
  changeResponses,
  codeOf,
  errorOf,
  isNotification,
  isRequest,
  isResponse,
  plain,
  utf8Of,
  withBody,
} from "./http.js";

const isOdd = (id: unknown) => (typeof id === "object" ? id !== null : typeof id === "boolean");

export const transportResponsesMutants: readonly Mutant[] = [
  // Faults of the response itself.
  {
    id: "transport:answers-later",
    fault: "Answers requests with HTTP 202 and an empty body.",
    inject: after((_, http) => (isRequest(jsonOf(utf8Of(http))) ? plain(202, "") : undefined)),
  },
  {
    id: "transport:answers-with-a-call",
    fault: "Answers with a JSON-RPC request in place of a response.",
    inject: changeResponses(({ result, id }) =>
      result === undefined ? undefined : { jsonrpc: "2.0", id, method: "handle_message", params: result },
    ),
  },
  {
    id: "transport:answers-bare",
    fault: "Answers with the bare message, without any JSON-RPC around it.",
    inject: after((reply) => {
      const json = jsonOf(reply.body);
      return isResponse(json) && isObject(json.result) ? jsonReply(json.result) : undefined;
    }),
  },
  {
    id: "transport:answers-in-tool-content",
    fault: "Answers plain JSON-RPC requests with the content of an MCP tool.",
    inject: changeResponses(({ result, ...rest }) =>
      result === undefined
        ? undefined
        : { ...rest, result: { content: [{ type: "text", text: JSON.stringify(result) }] } },
    ),
  },
  {
    id: "transport:no-jsonrpc-member",
    fault: "Leaves `jsonrpc` out of its responses.",
    inject: changeResponses(({ jsonrpc: _, ...rest }) => rest),
  },
  {
    id: "transport:jsonrpc-as-a-number",
    fault: "Writes `jsonrpc` as the number 2.",
    inject: changeResponses((response) => ({ ...response, jsonrpc: 2 })),
  },
  {
    id: "transport:null-result-beside-error",
    fault: "Sends `result: null` with every error.",
    inject: changeResponses((response) => ("error" in response ? { ...response, result: null } : undefined)),
  },
  {
    id: "transport:ok-to-every-method",
    fault: 'Answers unknown methods with {"status": "ok"}.',
    inject: after((reply, http) => {
      const request = jsonOf(utf8Of(http));
      if (codeOf(reply) !== -32_601 || !isRequest(request)) return undefined;
      return jsonReply({ jsonrpc: "2.0", id: request.id, result: { status: "ok" } });
    }),
  },
  {
    id: "transport:unknown-methods-are-bad-params",
    fault: "Answers unknown methods with -32602.",
    inject: after((reply) =>
      codeOf(reply) === -32_601 ? { ...reply, body: reply.body.replace("-32601", "-32602") } : undefined,
    ),
  },
  {
    id: "transport:any-jsonrpc-version",
    fault: "Ignores `jsonrpc` in requests.",
    inject: before((http, json) =>
      isObject(json) && "id" in json && json.jsonrpc !== "2.0"
        ? withBody(http, { ...json, jsonrpc: "2.0" })
        : undefined,
    ),
  },
  {
    id: "transport:silent-to-what-is-no-request",
    fault: "Does not answer JSON that is no request.",
    inject: after((reply) => (codeOf(reply) === -32_600 ? plain(204, "") : undefined)),
  },
  {
    id: "transport:fails-on-odd-params",
    fault: "Answers -32603 to params that are a text or a number.",
    inject: before((_, json) =>
      isRequest(json) && json.params !== undefined && typeof json.params !== "object"
        ? jsonReply({ jsonrpc: "2.0", id: json.id, error: { code: -32_603, message: "Internal error" } })
        : undefined,
    ),
  },
  {
    id: "transport:reads-text-params-as-none",
    fault: "Reads params that are a text as an empty object.",
    inject: before((http, json) =>
      isRequest(json) && typeof json.params === "string"
        ? withBody(http, { ...json, params: {} })
        : undefined,
    ),
  },
  {
    id: "transport:demands-params",
    fault: "Refuses requests that leave out their params.",
    inject: before((_, json) =>
      isRequest(json) && json.params === undefined
        ? jsonReply({ jsonrpc: "2.0", id: json.id, error: { code: -32_600, message: "Invalid Request" } })
        : undefined,
    ),
  },
  {
    id: "transport:answers-notifications",
    fault: "Answers notifications as if they were requests with the id null.",
    inject: before((http, json) =>
      isNotification(json) ? withBody(http, { ...json, id: null }) : undefined,
    ),
  },
  {
    id: "transport:answers-faulty-notifications",
    fault: "Answers notifications of unknown methods with -32601.",
    inject: {
      handler: (inner) => async (http) => {
        const json = jsonOf(utf8Of(http));
        if (!isNotification(json)) return inner(http);
        const reply = await inner(withBody(http, { ...json, id: null }));
        return codeOf(reply) === -32_601 ? reply : plain(204, "");
      },
    },
  },
  {
    id: "transport:mixes-up-answers",
    fault: "Exchanges the ids of concurrent requests in its answers.",
    inject: () => {
      const open: unknown[] = [];
      return {
        handler:
          (inner, { clock }) =>
          async (http) => {
            const json = jsonOf(utf8Of(http));
            if (!isRequest(json)) return inner(http);
            open.push(json.id);
            const reply = await inner(http);
            // After a delay it uses the id that comes first.
            await pause(clock, 1);
            const id = open.pop();
            const body = jsonOf(reply.body);
            return isResponse(body) ? { ...reply, body: JSON.stringify({ ...body, id }) } : reply;
          },
      };
    },
  },
  {
    id: "transport:loses-ids-after-errors",
    fault: "Answers the request that follows a body that is no JSON with the id null.",
    inject: () => {
      let hasFailed = false;
      return after((reply, http) => {
        hasFailed ||= codeOf(reply) === -32_700;
        const json = jsonOf(reply.body);
        if (!hasFailed || !isResponse(json) || !isRequest(jsonOf(utf8Of(http)))) return undefined;
        hasFailed = false;
        return { ...reply, body: JSON.stringify({ ...json, id: null }) };
      });
    },
  },
  // Faults of the request's id.
  {
    id: "transport:ids-as-text",
    fault: "Returns every id as text.",
    inject: changeResponses((response) =>
      response.id === null ? undefined : { ...response, id: String(response.id) },
    ),
  },
  {
    id: "transport:own-ids",
    fault: "Uses a separate counter as the id of its responses.",
    inject: () => {
      let count = 0;
      return changeResponses((response) => {
        count += 1;
        return { ...response, id: count };
      });
    },
  },
  {
    id: "transport:loses-empty-ids",
    fault: 'Treats the ids 0 and "" as missing.',
    inject: changeResponses((response) => ({ ...response, id: response.id || null })),
  },
  {
    id: "transport:no-ids-in-errors",
    fault: "Puts the id null into every error.",
    inject: changeResponses((response) => ("error" in response ? { ...response, id: null } : undefined)),
  },
  {
    id: "transport:whole-ids",
    fault: "Stores ids as whole numbers.",
    inject: changeResponses((response) =>
      typeof response.id === "number" ? { ...response, id: Math.trunc(response.id) } : undefined,
    ),
  },
  {
    id: "transport:short-ids",
    fault: "Stores ids in 32 bits.",
    inject: changeResponses((response) =>
      typeof response.id === "number" ? { ...response, id: response.id | 0 } : undefined,
    ),
  },
  {
    id: "transport:null-ids-are-none",
    fault: "Treats a request whose id is null as a notification.",
    inject: before((_, json) => (isRequest(json) && json.id === null ? plain(204, "") : undefined)),
  },
  {
    id: "transport:null-ids-in-batches-are-none",
    fault: "Treats a request whose id is null as a notification when it comes in a batch.",
    inject: before((http, json) =>
      Array.isArray(json) && json.length > 1
        ? withBody(
            http,
            json.filter((one) => !isRequest(one) || one.id !== null),
          )
        : undefined,
    ),
  },
  {
    id: "transport:trims-ids",
    fault: "Removes the spaces around an id.",
    inject: changeResponses((response) =>
      typeof response.id === "string" ? { ...response, id: response.id.trim() } : undefined,
    ),
  },
  {
    id: "transport:answers-pings-without-an-id",
    fault: "Answers a `ping` that is a notification.",
    inject: after((_, http) => {
      const json = jsonOf(utf8Of(http));
      return isNotification(json) && json.method === "ping"
        ? jsonReply({ jsonrpc: "2.0", id: null, result: { ok: true, message: "pong" } })
        : undefined;
    }),
  },
  {
    id: "transport:answers-positional-notifications",
    fault: "Answers a notification whose params are a list with an error.",
    inject: after((_, http) => {
      const json = jsonOf(utf8Of(http));
      return isNotification(json) && Array.isArray(json.params)
        ? errorOf(null, -32_602, "Invalid params")
        : undefined;
    }),
  },
  {
    id: "transport:serves-any-id",
    fault: "Serves requests whose id is an object, a list or a boolean.",
    inject: before((http, json) =>
      isObject(json) && isOdd(json.id) ? withBody(http, { ...json, id: 1 }) : undefined,
    ),
  },
  {
    id: "transport:no-id-when-unreadable",
    fault: "Leaves the id out of the error for a request that it could not read.",
    inject: after((reply) => {
      const json = jsonOf(reply.body);
      const isUnreadable = [-32_700, -32_600].some((code) => code === codeOf(reply));
      if (!isUnreadable || !isResponse(json) || json.id !== null) return undefined;
      const { id: _, ...rest } = json;
      return { ...reply, body: JSON.stringify(rest) };
    }),
  },
  {
    id: "transport:invents-ids",
    fault: "Puts the id 0 into the error for a request that it could not read.",
    inject: after((reply) => {
      const json = jsonOf(reply.body);
      const isUnreadable = [-32_700, -32_600].some((code) => code === codeOf(reply));
      return isUnreadable && isResponse(json) && json.id === null
        ? { ...reply, body: JSON.stringify({ ...json, id: 0 }) }
        : undefined;
    }),
  },
];
