import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRefused } from "../json/read-message.js";
import { LeagueError } from "./errors.js";
import { readReply } from "./read-reply.js";

const place = { method: "ping", url: "http://x/mcp" };
const rules = { limits: { jsonDepth: 8 }, readRefused, validateReply: null };
const read = (body: string, status = 200) =>
  readReply({ status, contentType: "application/json", body }, 1, place, rules);

/** The error with which `readReply` refuses a reply. */
async function refusal(body: string, status = 200): Promise<LeagueError> {
  try {
    await read(body, status);
  } catch (error) {
    if (error instanceof LeagueError) return error;
    throw error;
  }
  throw new Error(`accepted: ${body}`);
}

/** A response to the request 1 in which each member is right, wrong, null or missing. */
const response = fc.record(
  {
    jsonrpc: fc.constantFrom("2.0", "2.0", "2.0", "1.0", null),
    id: fc.constantFrom(1, 1, 1, 2, "1", null),
    result: fc.constantFrom(19, false, "", [], { a: 1 }, null, null),
    error: fc.oneof(
      fc.constantFrom(null, null, "no", {}, { message: "m" }, { code: "E006", message: "m" }, { code: 1.5 }),
      fc.record({ code: fc.integer(), message: fc.string() }),
    ),
  },
  { requiredKeys: [] },
);
type Response = typeof response extends fc.Arbitrary<infer One> ? One : never;

/** The rule (IS 5.2.5): the result, or the name of the error. */
function due({ jsonrpc, id, result, error }: Response): unknown {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  const isError = Number.isInteger(code) && typeof message === "string" && (result ?? null) === null;
  if (jsonrpc !== "2.0") return "ProtocolFault";
  if (isError && (id === 1 || id === null)) return "RpcReplyError";
  const isResult = id === 1 && result !== undefined && (error ?? null) === null;
  return isResult ? { result } : "ProtocolFault";
}

test("a response gives its result, or one kind of error", async () => {
  await fc.assert(
    fc.asyncProperty(response, fc.constantFrom(200, 202), async (one, status) => {
      const outcome = await read(JSON.stringify(one), status).then(
        (result) => ({ result }),
        (error: LeagueError) => error.name,
      );
      expect(outcome).toEqual(due(one));
    }),
    { numRuns: 500 },
  );
});

test("any other text is refused with a LeagueError", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (body) => {
      expect(await refusal(body)).toBeInstanceOf(LeagueError);
    }),
  );
});

describe("an error object", () => {
  test.each([200, 400, 500])(
    "under HTTP %i is RpcReplyError, with code, message and data",
    async (status) => {
      const error = { code: -32006, message: "MATCH_NOT_FOUND", data: { match_id: "R1M1" } };
      expect(await refusal(JSON.stringify({ jsonrpc: "2.0", error, id: 1 }), status)).toMatchObject({
        name: "RpcReplyError",
        code: "E006",
        rpcCode: -32006,
        data: { match_id: "R1M1" },
        message: "ping to http://x/mcp: refused with -32006 MATCH_NOT_FOUND",
      });
    },
  );

  test.each([
    [-32602, { error_code: "E003" }, "E003"],
    [-32602, { error_code: "E3" }, "RPC_ERROR"],
    [-32602, null, "RPC_ERROR"],
    [-32001, undefined, "E001"],
    [-32021, {}, "E021"],
    [-32000, {}, "RPC_ERROR"],
    [1, {}, "RPC_ERROR"],
  ])("of code %s and data %j is %s", async (code, data, expected) => {
    const body = JSON.stringify({ jsonrpc: "2.0", error: { code, message: "m", data }, id: 1 });
    expect((await refusal(body)).code).toBe(expected);
  });
});

const long = "x".repeat(10_000);
test.each([
  ["ProtocolFault", 200, '[{"jsonrpc":"2.0","result":1,"id":1}]', ""],
  ["ProtocolFault", 200, "", ""],
  ["ProtocolFault", 200, '{"jsonrpc":"2.0","result":1,"id":"1"}', 'the answer has the id "1" instead of 1'],
  ["ProtocolFault", 200, `{"jsonrpc":"2.0","result":1,"id":"${long}"}`, "xxx"],
  ["BadJsonError", 200, "<html>", ""],
  ["BadJsonError", 200, '{"jsonrpc":"2.0","result":1,"id":1,"id":1}', ""],
  ["BadJsonError", 200, `{"jsonrpc":"2.0","result":${"[".repeat(9)}${"]".repeat(9)},"id":1}`, ""],
  ["HttpStatusError", 404, "nothing here", "nothing here"],
  ["HttpStatusError", 422, '{"detail":"bad"}', '{"detail":"bad"}'],
  ["HttpStatusError", 500, long, "xxx"],
  ["HttpStatusError", 302, "", ""],
])("a %s refuses HTTP %i %j, with words of the answer", async (name, status, body, words) => {
  const error = await refusal(body, status);
  expect(error.name).toBe(name);
  expect(error.message).toContain(words);
  expect(error.message.length).toBeLessThan(300);
});
