import { beforeEach, describe, expect, test, vi } from "vitest";
import { dispatcher } from "../../test/vectors/example-methods.js";
import type { Validator } from "../json/validator.js";
import { handleRpc } from "./handle-rpc.js";
import { RpcError } from "./rpc-error.js";
import { type InvalidMessage, serveMethod } from "./serve-method.js";

interface Call {
  match_id: string;
  note?: string;
}

/** Accepts an object whose `required` member is a string, and whose `optional` member is a string or absent. */
function validator<T>(required: string, optional = "-"): Validator<T> {
  const validate: Validator<T> = (data): data is T => {
    const message = data as Record<string, unknown>;
    const bad = [required, optional].filter(
      (key) => typeof message[key] !== "string" && (key === required || key in message),
    );
    validate.errors = bad.map((key) => ({
      instancePath: key in message ? `/${key}` : "",
      keyword: key in message ? "type" : "required",
      expected: "string",
    }));
    return bad.length === 0;
  };
  return validate;
}

describe("serveMethod", () => {
  beforeEach(() => {
    handler.mockClear();
    invalid.length = 0;
  });
  const handler = vi.fn((call: Call, context: string): { answer: string } => ({
    answer: `${call.match_id}@${context}`,
  }));
  const invalid: InvalidMessage[] = [];
  const methods = dispatcher({
    ask: serveMethod({
      validateRequest: validator<Call>("match_id", "note"),
      validateReply: validator<{ answer: string }>("answer"),
      handler,
      onInvalid(message) {
        invalid.push(message);
        return message.side === "request"
          ? new RpcError(-32602, "MISSING_REQUIRED_FIELD")
          : new Error("our fault");
      },
    }),
  });
  const ask = async (params: unknown) => {
    const body = JSON.stringify({ jsonrpc: "2.0", method: "ask", params, id: 1 });
    return JSON.parse(
      (await handleRpc(body, methods, "here", { limits: { jsonDepth: 9, batchRequests: 9 } })) ?? "",
    );
  };

  test("passes a valid request and the context to the handler, and returns its valid reply", async () => {
    expect((await ask({ match_id: "R1M1" })).result).toEqual({ answer: "R1M1@here" });
    expect(handler).toHaveBeenCalledExactlyOnceWith({ match_id: "R1M1" }, "here");
  });

  test("omits nulls in place of absent fields", async () => {
    await ask({ match_id: "R1M1", note: null });
    expect(handler).toHaveBeenCalledExactlyOnceWith({ match_id: "R1M1" }, "here");
  });

  test("does not pass an invalid request to the handler", async () => {
    expect((await ask({ match: "R1M1" })).error).toEqual({ code: -32602, message: "MISSING_REQUIRED_FIELD" });
    expect(handler).not.toHaveBeenCalled();
    expect(invalid).toMatchObject([
      { side: "request", faults: [{ keyword: "required" }], data: { match: "R1M1" } },
    ]);
  });

  test("does not send an invalid reply", async () => {
    const reply = { answer: 7 } as unknown as { answer: string };
    handler.mockReturnValueOnce(reply);
    const { error } = await ask({ match_id: "R1M1" });
    expect(error).toEqual({ code: -32603, message: "Internal error" });
    expect(invalid).toMatchObject([{ side: "reply", faults: [{ instancePath: "/answer" }], data: reply }]);
  });

  test("accepts params by name only", async () => {
    expect((await ask(["R1M1"])).error.code).toBe(-32602);
  });
});
