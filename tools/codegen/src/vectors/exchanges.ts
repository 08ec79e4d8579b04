import type { JsonObject } from "../json.js";

const error = (code: number, message: string, id: string | number | null = null) => ({
  jsonrpc: "2.0",
  error: { code, message },
  id,
});
const pong = (id: string | number | null) => ({ jsonrpc: "2.0", result: { ok: true, message: "pong" }, id });
const request = (members: JsonObject) => JSON.stringify({ jsonrpc: "2.0", method: "ping", ...members });
const exchange = (name: string, body: string, answer: unknown) => ({ name, body, answer }) as JsonObject;

/** Bodies that are posted to any agent of any role, and the answer to each; null: HTTP 204 without a body. */
export function exchanges(): JsonObject[] {
  const [parse, invalid] = [error(-32700, "Parse error"), error(-32600, "Invalid Request")];
  return [
    exchange("a request", request({ id: 1 }), pong(1)),
    exchange("a request with named parameters", request({ id: "a", params: {} }), pong("a")),
    exchange("an id that is null is answered", request({ id: null }), pong(null)),
    exchange("an id with a fraction", request({ id: 1.5 }), pong(1.5)),
    exchange("a notification", request({}), null),
    exchange("a notification of an unknown method", request({ method: "nothing" }), null),
    exchange(
      "an unknown method",
      request({ id: 2, method: "nothing" }),
      error(-32601, "Method not found", 2),
    ),
    exchange(
      "a method of Object",
      request({ id: 2, method: "constructor" }),
      error(-32601, "Method not found", 2),
    ),
    exchange("no JSON", "{", parse),
    exchange("no text at all", "", parse),
    exchange("a key that is repeated", '{"jsonrpc":"2.0","method":"ping","id":1,"id":2}', parse),
    exchange("NaN", '{"jsonrpc":"2.0","method":"ping","id":NaN}', parse),
    exchange("a comma too many", '{"jsonrpc":"2.0","method":"ping","id":1,}', parse),
    exchange("nested too deeply", `${"[".repeat(65)}${"]".repeat(65)}`, parse),
    exchange("a text", '"ping"', invalid),
    exchange("an empty batch", "[]", invalid),
    exchange("a batch of one text", "[1]", [invalid]),
    exchange("a batch", `[${request({ id: 1 })},${request({})},${request({ id: 2 })}]`, [pong(1), pong(2)]),
    exchange("a batch of notifications", `[${request({})}]`, null),
    exchange("another version", request({ id: 3, jsonrpc: "1.0" }), error(-32600, "Invalid Request", 3)),
    exchange("no version", '{"method":"ping","id":3}', error(-32600, "Invalid Request", 3)),
    exchange("a method that is a number", request({ id: 3, method: 1 }), error(-32600, "Invalid Request", 3)),
    exchange(
      "parameters that are a text",
      request({ id: 3, params: "x" }),
      error(-32600, "Invalid Request", 3),
    ),
    ...[true, {}, []].map((id) => exchange(`the id ${JSON.stringify(id)}`, request({ id }), invalid)),
  ];
}
