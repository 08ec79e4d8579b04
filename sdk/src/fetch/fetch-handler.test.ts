import { describe, expect, test } from "vitest";
import { exampleHandler } from "../../test/vectors/example-handler.js";
import { exampleLimits } from "../../test/vectors/example-methods.js";
import { fetchHandler } from "./fetch-handler.js";

// ../../test/adapters.test.ts runs the vectors of ../../test/vectors on this adapter.
const url = "http://agent.example/mcp";
const stream = (source: {
  pull(controller: ReadableStreamDefaultController<Uint8Array>): void;
  cancel?(): void;
}) =>
  new Request(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: new ReadableStream(source),
    duplex: "half",
  } as RequestInit);

describe("fetchHandler", () => {
  const handle = fetchHandler(exampleHandler(), { limits: exampleLimits });

  test("joins a body of many pieces", async () => {
    const bytes = new TextEncoder().encode('{"jsonrpc":"2.0","method":"greet","params":{"name":"é"},"id":1}');
    let at = 0;
    const request = stream({
      pull(controller) {
        if (at === bytes.length) controller.close();
        else controller.enqueue(bytes.slice(at, ++at));
      },
    });
    expect(await (await handle(request)).json()).toEqual({ jsonrpc: "2.0", result: "Hello, é", id: 1 });
  });

  test("stops reading an endless body at the limit", async () => {
    let cancelled = false;
    const request = stream({
      pull: (controller) => controller.enqueue(new Uint8Array(1024)),
      cancel: () => {
        cancelled = true;
      },
    });
    expect((await handle(request)).status).toBe(413);
    expect(cancelled).toBe(true);
  });

  test("answers 400 to an incomplete body", async () => {
    const response = await handle(stream({ pull: (controller) => controller.error(new Error("reset")) }));
    expect(response.status).toBe(400);
  });

  test("answers 500 without the cause if the handler rejects", async () => {
    const broken = fetchHandler(() => Promise.reject(new Error("swordfish")), { limits: exampleLimits });
    const response = await broken(new Request(url, { method: "POST", body: "{}" }));
    expect([response.status, await response.text()]).toEqual([500, '{"error":"internal error"}']);
  });
});
