/** Faults of statuses, headers, verbs and paths. */
import { mutant } from "../mutant.js";
import { after, before, isNotification, isResponse, jsonOf, plain, textOf } from "./_body.js";

const JSON_TYPE = /^application\/json/i;

export default [
  mutant({
    id: "transport:errors-with-http-400",
    fault: "Sends JSON-RPC errors with HTTP 400.",
    surgery: after((reply) => {
      const json = jsonOf(reply.body);
      return isResponse(json) && "error" in json ? { ...reply, status: 400 } : undefined;
    }),
  }),
  mutant({
    id: "transport:json-as-plain-text",
    fault: "Sends JSON with the content type text/plain.",
    surgery: after((reply) =>
      reply.body === ""
        ? undefined
        : { ...reply, headers: { ...reply.headers, "content-type": "text/plain" } },
    ),
  }),
  mutant({
    id: "transport:ok-to-notifications",
    fault: 'Answers notifications with HTTP 200 and {"status": "ok"}.',
    surgery: after((_, http) =>
      isNotification(jsonOf(textOf(http))) ? plain(200, '{"status":"ok"}', "application/json") : undefined,
    ),
  }),
  mutant({
    id: "transport:serves-every-path",
    fault: "Serves every path as if it were /mcp.",
    surgery: before((http) => (http.path === "/health" ? undefined : { ...http, path: "/mcp" })),
  }),
  mutant({
    id: "transport:serves-every-verb",
    fault: "Answers GET on /mcp with HTTP 200.",
    surgery: before((http) =>
      http.path === "/mcp" && http.method !== "POST"
        ? plain(200, '{"ok":true}', "application/json")
        : undefined,
    ),
  }),
  mutant({
    id: "transport:does-not-say-what-is-allowed",
    fault: "Answers other verbs with 405 and no Allow header.",
    surgery: after((reply) => {
      const { allow: _, ...headers } = reply.headers;
      return { ...reply, headers };
    }),
  }),
  mutant({
    id: "transport:takes-any-content-type",
    fault: "Does not look at the content type of requests.",
    surgery: before((http) => ({ ...http, contentType: "application/json" })),
  }),
  mutant({
    id: "transport:knows-one-spelling-of-json",
    fault: "Takes application/json without a charset only.",
    surgery: before((http) =>
      http.contentType !== "application/json" && JSON_TYPE.test(http.contentType ?? "")
        ? plain(415, '{"error":"JSON, please"}', "application/json")
        : undefined,
    ),
  }),
];
