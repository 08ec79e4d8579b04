import { exampleLimits } from "./example-methods.js";

/** One HTTP exchange with the handler of `example-handler.ts`. */
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

export const httpVectors: readonly HttpVector[] = [
  { ...post, name: "a call", status: 200, answer: called },
  { ...post, name: "a body of bytes", body: new TextEncoder().encode(call), status: 200, answer: called },
  {
    ...post,
    name: "an error of JSON-RPC is HTTP 200",
    body: "[]",
    status: 200,
    answer: '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request"},"id":null}',
  },
  {
    ...post,
    name: "a parse error is HTTP 200",
    body: "{",
    status: 200,
    answer: '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}',
  },
  {
    ...post,
    name: "a body that is not UTF-8 is a parse error",
    body: Uint8Array.of(0xff),
    status: 200,
    answer: '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}',
  },
  { ...post, name: "a notification", body: '{"jsonrpc":"2.0","method":"update"}', status: 204, answer: null },
  { ...post, name: "a trailing slash", path: "/mcp/", status: 200, answer: called },
  { ...post, name: "a query string", path: "/mcp?session=1&x=/health", status: 200, answer: called },
  { ...post, name: "a trailing slash and a query string", path: "/mcp/?a", status: 200, answer: called },

  ...["/", "/mcp/x", "/MCP", "//mcp", "/mcp//", "/__proto__", "/constructor", "/%6dcp"].map((path) => ({
    ...post,
    name: `nothing at ${path}`,
    path,
    status: 404,
  })),
  { ...get, name: "nothing to get", path: "/metrics", status: 404 },

  ...["GET", "PUT", "DELETE", "PATCH", "OPTIONS"].map((method) => ({
    ...get,
    name: `${method} /mcp`,
    method,
    path: "/mcp",
    status: 405,
    allow: "POST",
  })),
  { ...get, name: "HEAD /mcp", method: "HEAD", path: "/mcp", status: 405, allow: "POST", answer: null },
  { ...post, name: "POST /health", path: "/health", status: 405, allow: "GET, HEAD" },

  ...[
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'Application/JSON ; Charset="utf-8"',
    "application/json; profile=x",
    "application/json-rpc",
    "application/jsonrequest; charset=utf-8",
  ].map((contentType) => ({
    ...post,
    name: `content type ${contentType}`,
    contentType,
    status: 200,
    answer: called,
  })),
  ...[
    "text/plain",
    "application/jsonx",
    "application/x-www-form-urlencoded",
    "application/json; charset=latin1",
    "application/json; charset=utf-16",
    "application/json; charset=",
    "multipart/form-data; boundary=x",
  ].map((contentType) => ({ ...post, name: `content type ${contentType}`, contentType, status: 415 })),

  { ...post, name: "no content encoding, by its name", encoding: "Identity", status: 200, answer: called },
  ...["gzip", "x-gzip", "br", "gzip, identity"].map((encoding) => ({
    ...post,
    name: `content encoding ${encoding}`,
    encoding,
    status: 415,
    answer: `{"error":"the body has the content encoding ${encoding}; it must have none"}`,
  })),

  {
    ...post,
    name: "a body of the greatest length",
    body: ofLength(exampleLimits.bodyBytes),
    status: 200,
    answer: called,
  },
  { ...post, name: "a body one byte longer", body: ofLength(exampleLimits.bodyBytes + 1), status: 413 },
  {
    ...post,
    name: "a body that is long only in bytes",
    body: `"${"ü".repeat(exampleLimits.bodyBytes / 2)}"`,
    status: 413,
  },

  { ...get, name: "health", status: 200, answer: health },
  { ...get, name: "health with a query string", path: "/health?now=1", status: 200, answer: health },
  { ...get, name: "health with HEAD", method: "HEAD", status: 200, answer: null },

  {
    ...post,
    name: "a further route",
    path: "/register",
    body: '{"display_name":"Ann"}',
    status: 200,
    answer: '{"hello":"Ann"}',
  },
  {
    ...post,
    name: "a further route with its own status",
    path: "/register",
    body: "{}",
    status: 422,
    answer: '{"error":"no display_name"}',
  },
  { ...post, name: "a further route with a broken body", path: "/register", body: "{", status: 400 },
  {
    ...post,
    name: "a further route with another content type",
    path: "/register",
    contentType: "text/plain",
    status: 415,
  },
  { ...get, name: "GET on a further route", path: "/register", status: 405, allow: "POST" },
  {
    ...post,
    name: "a route that throws",
    path: "/broken",
    body: "{}",
    status: 500,
    answer: '{"error":"internal error"}',
  },
];
