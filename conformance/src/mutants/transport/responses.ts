/** Faults of the response itself. */

import { isObject } from "../../json/pointer.js";
import { pause } from "../../time/pause.js";
import { mutant } from "../mutant.js";
import { jsonReply } from "../surgery.js";
import {
  after,
  before,
  changeResponses,
  codeOf,
  isNotification,
  isRequest,
  isResponse,
  jsonOf,
  plain,
  textOf,
  withBody,
} from "./_body.js";

export default [
  mutant({
    id: "transport:answers-later",
    fault: "Takes requests with HTTP 202 and without an answer.",
    surgery: after((_, http) => (isRequest(jsonOf(textOf(http))) ? plain(202, "") : undefined)),
  }),
  mutant({
    id: "transport:answers-with-a-call",
    fault: "Puts a JSON-RPC request of its own into the HTTP answer, in place of a response.",
    surgery: changeResponses(({ result, id }) =>
      result === undefined ? undefined : { jsonrpc: "2.0", id, method: "handle_message", params: result },
    ),
  }),
  mutant({
    id: "transport:answers-bare",
    fault: "Answers with the bare message, without any JSON-RPC around it.",
    surgery: after((reply) => {
      const json = jsonOf(reply.body);
      return isResponse(json) && isObject(json.result) ? jsonReply(json.result) : undefined;
    }),
  }),
  mutant({
    id: "transport:answers-in-tool-content",
    fault: "Answers plain JSON-RPC requests with the content of an MCP tool.",
    surgery: changeResponses(({ result, ...rest }) =>
      result === undefined
        ? undefined
        : { ...rest, result: { content: [{ type: "text", text: JSON.stringify(result) }] } },
    ),
  }),
  mutant({
    id: "transport:no-jsonrpc-member",
    fault: "Leaves `jsonrpc` out of its responses.",
    surgery: changeResponses(({ jsonrpc: _, ...rest }) => rest),
  }),
  mutant({
    id: "transport:jsonrpc-as-a-number",
    fault: "Writes `jsonrpc` as the number 2.",
    surgery: changeResponses((response) => ({ ...response, jsonrpc: 2 })),
  }),
  mutant({
    id: "transport:null-result-beside-error",
    fault: "Sends `result: null` with every error.",
    surgery: changeResponses((response) => ("error" in response ? { ...response, result: null } : undefined)),
  }),
  mutant({
    id: "transport:ok-to-every-method",
    fault: 'Answers unknown methods with {"status": "ok"}.',
    surgery: after((reply, http) => {
      const request = jsonOf(textOf(http));
      if (codeOf(reply) !== -32_601 || !isRequest(request)) return undefined;
      return jsonReply({ jsonrpc: "2.0", id: request.id, result: { status: "ok" } });
    }),
  }),
  mutant({
    id: "transport:unknown-methods-are-bad-params",
    fault: "Answers unknown methods with -32602.",
    surgery: after((reply) =>
      codeOf(reply) === -32_601 ? { ...reply, body: reply.body.replace("-32601", "-32602") } : undefined,
    ),
  }),
  mutant({
    id: "transport:any-jsonrpc-version",
    fault: "Does not look at `jsonrpc` in requests.",
    surgery: before((http, json) =>
      isObject(json) && "id" in json && json.jsonrpc !== "2.0"
        ? withBody(http, { ...json, jsonrpc: "2.0" })
        : undefined,
    ),
  }),
  mutant({
    id: "transport:silent-to-what-is-no-request",
    fault: "Answers nothing to JSON that is no request.",
    surgery: after((reply) => (codeOf(reply) === -32_600 ? plain(204, "") : undefined)),
  }),
  mutant({
    id: "transport:stumbles-over-odd-params",
    fault: "Answers -32603 to params that are a text or a number.",
    surgery: before((_, json) =>
      isRequest(json) && json.params !== undefined && typeof json.params !== "object"
        ? jsonReply({ jsonrpc: "2.0", id: json.id, error: { code: -32_603, message: "Internal error" } })
        : undefined,
    ),
  }),
  mutant({
    id: "transport:demands-params",
    fault: "Refuses requests that leave out their params.",
    surgery: before((_, json) =>
      isRequest(json) && json.params === undefined
        ? jsonReply({ jsonrpc: "2.0", id: json.id, error: { code: -32_600, message: "Invalid Request" } })
        : undefined,
    ),
  }),
  mutant({
    id: "transport:answers-notifications",
    fault: "Answers notifications as if they were requests with the id null.",
    surgery: before((http, json) =>
      isNotification(json) ? withBody(http, { ...json, id: null }) : undefined,
    ),
  }),
  mutant({
    id: "transport:answers-faulty-notifications",
    fault: "Answers notifications of unknown methods with -32601.",
    surgery: {
      handler: (inner) => async (http) => {
        const json = jsonOf(textOf(http));
        if (!isNotification(json)) return inner(http);
        const reply = await inner(withBody(http, { ...json, id: null }));
        return codeOf(reply) === -32_601 ? reply : plain(204, "");
      },
    },
  }),
  mutant({
    id: "transport:mixes-up-answers",
    fault: "Answers requests that come at the same time with each other's ids.",
    surgery: () => {
      const open: unknown[] = [];
      return {
        handler:
          (inner, { clock }) =>
          async (http) => {
            const json = jsonOf(textOf(http));
            if (!isRequest(json)) return inner(http);
            open.push(json.id);
            const reply = await inner(http);
            // It takes its time, and then whichever id comes first.
            await pause(clock, 1);
            const id = open.pop();
            const body = jsonOf(reply.body);
            return isResponse(body) ? { ...reply, body: JSON.stringify({ ...body, id }) } : reply;
          },
      };
    },
  }),
  mutant({
    id: "transport:loses-ids-after-errors",
    fault: "Answers the request that follows a body that is no JSON with the id null.",
    surgery: () => {
      let confused = false;
      return after((reply, http) => {
        confused ||= codeOf(reply) === -32_700;
        const json = jsonOf(reply.body);
        if (!confused || !isResponse(json) || !isRequest(jsonOf(textOf(http)))) return undefined;
        confused = false;
        return { ...reply, body: JSON.stringify({ ...json, id: null }) };
      });
    },
  }),
];
