import { exampleLimits } from "./example-methods.js";

/** One HTTP exchange with the handler of `example-methods.ts`. */
export interface HttpVector {
  name: string;
  method: string;
  path: string;
  contentType: string | null;
  body: string | Uint8Array;
  /** The `Content-Encoding` header. */
  encoding?: string;
  status: number;
  /** The `Allow` header, if one is required. */
  allow?: string;
  /** The JSON of the body; null: no body. Default: a small JSON object with `error`. */
  answer?: string | null;
}

const json = "application/json";
const call = '{"jsonrpc":"2.0","method":"get_data","id":1}';
const called = '{"jsonrpc":"2.0","result":["hello",5],"id":1}';
const ofLength = (bytes: number) => `${call.slice(0, -1)},"pad":"${"x".repeat(bytes - call.length - 9)}"}`;
const post = { method: "POST", path: "/mcp", contentType: json, body: call };
const get = { method: "GET", path: "/health", contentType: null, body: "" };
const health = '{"role":"player","state":"REGISTERED"}';

const parseError = '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}';

type Change = Partial<HttpVector>;
/** A POST of the call, changed, that is answered. */
const served = (name: string, change: Change = {}): HttpVector => ({
  ...post,
  name,
  status: 200,
  answer: called,
  ...change,
});
/** A POST of the call, changed, that gets this status and a small object with `error`. */
const refused = (status: number, name: string, change: Change): HttpVector => ({
  ...post,
  name,
  status,
  ...change,
});

export const httpVectors: readonly HttpVector[] = [
  served("a call"),
  served("a body of bytes", { body: new TextEncoder().encode(call) }),
  served("an error of JSON-RPC is HTTP 200", {
    body: "[]",
    answer: '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request"},"id":null}',
  }),
  served("a parse error is HTTP 200", { body: "{", answer: parseError }),
  served("a body that is not UTF-8 is a parse error", { body: Uint8Array.of(0xff), answer: parseError }),
  served("a notification", { body: '{"jsonrpc":"2.0","method":"update"}', status: 204, answer: null }),
  ...["/mcp/", "/mcp?session=1&x=/health", "/mcp/?a"].map((path) => served(`a call of ${path}`, { path })),

  ...["/", "/mcp/x", "/MCP", "//mcp", "/mcp//", "/__proto__", "/constructor", "/%6dcp"].map((path) =>
    refused(404, `nothing at ${path}`, { path }),
  ),
  refused(404, "nothing to get", { ...get, path: "/metrics" }),

  ...["GET", "PUT", "DELETE", "PATCH", "OPTIONS"].map((method) =>
    refused(405, `${method} /mcp`, { ...get, method, path: "/mcp", allow: "POST" }),
  ),
  refused(405, "HEAD /mcp", { ...get, method: "HEAD", path: "/mcp", allow: "POST", answer: null }),
  refused(405, "POST /health", { path: "/health", allow: "GET, HEAD" }),
  refused(405, "GET on a further route", { ...get, path: "/register", allow: "POST" }),

  ...[
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'Application/JSON ; Charset="utf-8"',
    "application/json; profile=x",
    "application/json-rpc",
    "application/jsonrequest; charset=utf-8",
  ].map((contentType) => served(`content type ${contentType}`, { contentType })),
  ...[
    "text/plain",
    "application/jsonx",
    "application/x-www-form-urlencoded",
    "application/json; charset=latin1",
    "application/json; charset=utf-16",
    "application/json; charset=",
    "multipart/form-data; boundary=x",
  ].map((contentType) => refused(415, `content type ${contentType}`, { contentType })),

  served("no content encoding, by its name", { encoding: "Identity" }),
  ...["gzip", "x-gzip", "br", "gzip, identity"].map((encoding) =>
    refused(415, `content encoding ${encoding}`, {
      encoding,
      answer: `{"error":"the body has the content encoding ${encoding}; it must have none"}`,
    }),
  ),

  served("a body of the greatest length", { body: ofLength(exampleLimits.bodyBytes) }),
  refused(413, "a body one byte longer", { body: ofLength(exampleLimits.bodyBytes + 1) }),
  refused(413, "a body that is long only in bytes", { body: `"${"ü".repeat(exampleLimits.bodyBytes / 2)}"` }),

  served("health", { ...get, answer: health }),
  served("health with a query string", { ...get, path: "/health?now=1", answer: health }),
  served("health with HEAD", { ...get, method: "HEAD", answer: null }),

  served("a further route", { path: "/register", body: '{"display_name":"Ann"}', answer: '{"hello":"Ann"}' }),
  refused(422, "a further route's own status", {
    path: "/register",
    body: "{}",
    answer: '{"error":"no display_name"}',
  }),
  refused(400, "a further route with a broken body", { path: "/register", body: "{" }),
  refused(415, "a further route with another content type", { path: "/register", contentType: "text/plain" }),
  refused(500, "a route that throws", { path: "/broken", body: "{}", answer: '{"error":"internal error"}' }),
];
