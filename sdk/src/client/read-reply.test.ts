import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusedReader } from "../json/read-message.js";
import { LeagueError } from "./errors.js";
import { explainPlainly } from "./explain-plainly.js";
import { readReply } from "./read-reply.js";

const place = { method: "ping", url: "http://x/mcp" };
const rules = { limits: { jsonDepth: 8 }, readRefused: refusedReader(explainPlainly), validateReply: null };
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

test.each(["19", "null", "false", '""', "[]", '{"a":1}'])("the result %s is returned", async (result) => {
  expect(await read(`{"jsonrpc":"2.0","result":${result},"id":1}`, 202)).toEqual(JSON.parse(result));
  // Some agents write both members.
  expect(await read(`{"jsonrpc":"2.0","result":${result},"error":null,"id":1}`)).toEqual(JSON.parse(result));
});

describe("an error object", () => {
  const error = '"error":{"code":-32006,"message":"MATCH_NOT_FOUND","data":{"match_id":"R1M1"}}';
  test.each([
    ["is RpcReplyError, with code, message and data", "", "1", 200],
    ["may have the id null, as the peer could not read that of the request", "", "null", 200],
    ["may come under HTTP 400, beside a null result", '"result":null,', "1", 400],
    ["may come under HTTP 500", "", "1", 500],
  ])("%s", async (_name, result, id, status) => {
    expect(await refusal(`{"jsonrpc":"2.0",${result}${error},"id":${id}}`, status)).toMatchObject({
      name: "RpcReplyError",
      code: "E006",
      rpcCode: -32006,
      data: { match_id: "R1M1" },
      message: "ping to http://x/mcp: refused with -32006 MATCH_NOT_FOUND",
    });
  });

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

describe("refuses", () => {
  const deep = `${"[".repeat(9)}${"]".repeat(9)}`;
  test.each([
    ["ProtocolFault", "a batch", '[{"jsonrpc":"2.0","result":1,"id":1}]'],
    ["ProtocolFault", "a request", '{"jsonrpc":"2.0","method":"ping","id":1}'],
    [
      "ProtocolFault",
      "an error with another id",
      '{"jsonrpc":"2.0","error":{"code":1,"message":"m"},"id":2}',
    ],
    [
      "ProtocolFault",
      "a code that is text",
      '{"jsonrpc":"2.0","error":{"code":"E006","message":"m"},"id":1}',
    ],
    ["ProtocolFault", "nothing", ""],
    ["BadJsonError", "HTML", "<html>"],
    ["BadJsonError", "a repeated key", '{"jsonrpc":"2.0","result":1,"id":1,"id":1}'],
    ["BadJsonError", "too deep a nesting", `{"jsonrpc":"2.0","result":${deep},"id":1}`],
  ])("as a %s %s", async (name, _what, body) => {
    expect((await refusal(body)).name).toBe(name);
  });

  test.each([
    [404, "nothing here"],
    [422, '{"detail":"bad"}'],
    [500, ""],
    [302, ""],
  ])("HTTP %s, with the beginning of the body in the error", async (status, body) => {
    const error = await refusal(body, status);
    expect(error).toMatchObject({ name: "HttpStatusError", status });
    expect(error.message).toContain(body);
  });

  test("the id as a string, which the error shows as one", async () => {
    const { message } = await refusal('{"jsonrpc":"2.0","result":1,"id":"1"}');
    expect(message).toContain('the answer has the id "1" instead of 1');
  });

  test("long bodies, without their whole text in the error", async () => {
    expect((await refusal("x".repeat(10_000), 500)).message.length).toBeLessThan(300);
    expect(
      (await refusal(`{"jsonrpc":"2.0","result":1,"id":"${"x".repeat(10_000)}"}`)).message.length,
    ).toBeLessThan(300);
  });

  test("any other text with a LeagueError", async () => {
    const response = fc.record(
      {
        jsonrpc: fc.constantFrom("2.0", "1.0"),
        result: fc.jsonValue({ maxDepth: 1 }),
        error: fc.oneof(
          fc.jsonValue({ maxDepth: 1 }),
          fc.record({ code: fc.integer(), message: fc.string() }),
        ),
        id: fc.constantFrom(1, 2, "1", null),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.json(),
          response.map((one) => JSON.stringify(one)),
        ),
        async (body) => {
          try {
            await read(body);
          } catch (error) {
            expect(error).toBeInstanceOf(LeagueError);
            return;
          }
          const parsed = JSON.parse(body);
          expect([parsed.jsonrpc, parsed.id, "result" in parsed, parsed.error ?? null]).toEqual([
            "2.0",
            1,
            true,
            null,
          ]);
        },
      ),
    );
  });
});
