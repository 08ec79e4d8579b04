import { expect, test } from "vitest";
import { serve } from "../../test/node-servers.js";
import { fetchHandler } from "../fetch/fetch-handler.js";
import type { HttpHandler } from "../http/types.js";

const asBytes = (text: string) => new TextEncoder().encode(text);

/** Records whether the stream was returned. */
function streaming(pieces: readonly string[], endless: boolean) {
  const state = { returned: false };
  async function* stream() {
    try {
      yield* pieces.map(asBytes);
      while (endless) yield asBytes(".".repeat(100_000));
    } finally {
      state.returned = true;
    }
  }
  const handler: HttpHandler = async ({ headers }) => {
    const id = headers?.["last-event-id"] ?? "none";
    const type = { "content-type": "text/event-stream", "x-last": id };
    return { status: 200, headers: type, body: "", stream: stream() };
  };
  return { handler, state };
}

test("a stream arrives completely, and ends", async () => {
  const { handler, state } = streaming(["one\n", "zwölf\n"], false);
  const { port } = await serve(handler);
  const reply = await fetch(`http://127.0.0.1:${port}/events`, { headers: { "last-event-id": "7" } });
  expect(reply.headers.get("x-last")).toBe("7");
  expect(await reply.text()).toBe("one\nzwölf\n");
  expect(state.returned).toBe(true);
});

test("a stream ends when its reader disconnects, and waits for a slow reader", async () => {
  const { handler, state } = streaming([], true);
  const { port } = await serve(handler);
  const reply = await fetch(`http://127.0.0.1:${port}/events`);
  const reader = reply.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await expect.poll(() => state.returned, { timeout: 20_000 }).toBe(true);
});

test("the fetch adapter sends streams", async () => {
  const { handler, state } = streaming(["one\n", "zwölf\n"], false);
  const answer = fetchHandler(handler, { limits: { bodyBytes: 100 } });
  const reply = await answer(new Request("http://x/events"));
  expect(await reply.text()).toBe("one\nzwölf\n");
  expect(state.returned).toBe(true);
});
