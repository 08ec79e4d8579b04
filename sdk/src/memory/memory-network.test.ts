import { describe, expect, test } from "vitest";
import type { HttpHandler, HttpRequest } from "../http/types.js";
import { SIMULATION_START, SimulatedClock } from "../platform/simulated-clock.js";
import type { OutgoingRequest } from "../platform/transport.js";
import { MemoryNetwork, type NetworkFault } from "./memory-network.js";

const url = "http://player-1:8101/mcp";
const outgoing = (more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  url,
  body: "{}",
  signal: new AbortController().signal,
  ...more,
});
const echo: HttpHandler = async ({ method, path, contentType, body }) => ({
  status: 200,
  headers: { "content-type": "text/plain" },
  body: `${method} ${path} ${contentType} ${body}`,
});

describe("MemoryNetwork", () => {
  test("delivers a POST to the agent attached at the origin, on any path, and returns the reply", async () => {
    const network = new MemoryNetwork();
    network.attach(url, echo);
    const reply = await network.send(outgoing({ url: "http://player-1:8101/register?x=1" }));
    expect(reply).toEqual({
      status: 200,
      contentType: "text/plain",
      body: "POST /register?x=1 application/json {}",
    });
  });

  test.each([
    "http://player-1:8102/mcp",
    "https://player-1:8101/mcp",
    "http://player-2:8101/mcp",
    "nonsense",
    "",
  ])("reports %j as unreachable", async (elsewhere) => {
    const network = new MemoryNetwork();
    network.attach(url, echo);
    await expect(network.send(outgoing({ url: elsewhere }))).rejects.toMatchObject({
      name: "TransportError",
      kind: "unreachable",
    });
  });

  test("delivers a GET without a content type", async () => {
    const network = new MemoryNetwork();
    const seen: HttpRequest[] = [];
    network.attach("http://127.0.0.1:8101/mcp", async (request) => {
      seen.push(request);
      return { status: 200, headers: {}, body: "{}" };
    });
    const signal = new AbortController().signal;
    await network.send({ verb: "GET", url: "http://127.0.0.1:8101/openapi.json", body: "", signal });
    expect(seen).toEqual([{ method: "GET", path: "/openapi.json", contentType: null, body: "" }]);
  });

  test("reports a detached agent as unreachable, and refuses a second agent at one origin", async () => {
    const network = new MemoryNetwork();
    network.attach(url, echo);
    expect(() => network.attach("http://player-1:8101", echo)).toThrow(
      "http://player-1:8101 is attached already",
    );
    network.detach(url);
    await expect(network.send(outgoing())).rejects.toMatchObject({ kind: "unreachable" });
    network.attach(url, echo);
    expect((await network.send(outgoing())).status).toBe(200);
  });

  test("rejects a request when its signal is aborted, even if the handler continues", async () => {
    const network = new MemoryNetwork();
    network.attach(url, () => new Promise(() => {}));
    const controller = new AbortController();
    const sent = network.send(outgoing({ signal: controller.signal }));
    controller.abort("enough");
    await expect(sent).rejects.toMatchObject({ kind: "aborted", cause: "enough" });
  });

  test("does not deliver a request that was already aborted", async () => {
    const network = new MemoryNetwork();
    let delivered = 0;
    network.attach(url, (request) => {
      delivered++;
      return echo(request);
    });
    await expect(network.send(outgoing({ signal: AbortSignal.abort() }))).rejects.toMatchObject({
      kind: "aborted",
    });
    expect(delivered).toBe(0);
  });

  test("answers 500 if the handler rejects", async () => {
    const network = new MemoryNetwork();
    network.attach(url, () => Promise.reject(new Error("swordfish")));
    expect(await network.send(outgoing())).toMatchObject({ status: 500, body: '{"error":"internal error"}' });
  });
});

describe("a bad network", () => {
  function bad(fault: NetworkFault | undefined) {
    const clock = new SimulatedClock();
    const network = new MemoryNetwork({ clock, fault: () => fault });
    const deliveredAt: number[] = [];
    network.attach(url, (request) => {
      deliveredAt.push(clock.now() - SIMULATION_START);
      return echo(request);
    });
    return { clock, network, deliveredAt, elapsed: () => clock.now() - SIMULATION_START };
  }

  test("delivers requests for which the hook returns undefined", async () => {
    const { clock, network, deliveredAt } = bad(undefined);
    await clock.run(network.send(outgoing()));
    expect(deliveredAt).toEqual([0]);
  });

  test("delays requests and replies", async () => {
    const { clock, network, deliveredAt, elapsed } = bad({ delayMs: 300, replyDelayMs: 50 });
    await clock.run(network.send(outgoing()));
    expect([deliveredAt, elapsed()]).toEqual([[300], 350]);
  });

  test("delivers a request twice, and answers once", async () => {
    const { clock, network, deliveredAt } = bad({ duplicate: true });
    expect(await clock.run(network.send(outgoing()))).toMatchObject({ status: 200 });
    expect(deliveredAt).toEqual([0, 0]);
  });

  test("refuses connections", async () => {
    const { network, deliveredAt } = bad({ refuse: true });
    await expect(network.send(outgoing())).rejects.toMatchObject({ kind: "unreachable" });
    expect(deliveredAt).toEqual([]);
  });

  test.each([
    ["request", []],
    ["reply", [0]],
  ] as const)("loses the %s: the sender gets no answer until its deadline", async (drop, expected) => {
    const { clock, network, deliveredAt, elapsed } = bad({ drop });
    const controller = new AbortController();
    clock.after(5000, () => controller.abort("deadline"));
    const sent = network.send(outgoing({ signal: controller.signal }));
    await expect(clock.run(sent)).rejects.toMatchObject({ kind: "aborted", cause: "deadline" });
    expect([deliveredAt, elapsed()]).toEqual([expected, 5000]);
  });

  test("calls the hook for each request", async () => {
    const clock = new SimulatedClock();
    const asked: string[] = [];
    const network = new MemoryNetwork({
      clock,
      fault: ({ body }) => {
        asked.push(body);
        return undefined;
      },
    });
    network.attach(url, echo);
    await network.send(outgoing({ body: "1" }));
    await network.send(outgoing({ body: "2" }));
    expect(asked).toEqual(["1", "2"]);
  });
});
