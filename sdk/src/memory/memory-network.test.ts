import { beforeEach, describe, expect, test } from "vitest";
import type { HttpHandler } from "../http/types.js";
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

describe("a network in memory", () => {
  let network: MemoryNetwork;

  beforeEach(() => {
    network = new MemoryNetwork();
    network.attach(url, echo);
  });

  test.each([
    [{}, "POST /register?x=1 application/json {}"],
    [{ verb: "GET", body: "" }, "GET /register?x=1 null "],
  ] as const)("delivers a request (%j) to the agent at its origin, on any path", async (request, body) => {
    const reply = await network.send(outgoing({ url: "http://player-1:8101/register?x=1", ...request }));
    expect(reply).toEqual({ status: 200, contentType: "text/plain", body });
  });

  test.each([
    "http://player-1:8102/mcp",
    "https://player-1:8101/mcp",
    "http://player-2:8101/mcp",
    "nonsense",
    "",
  ])("reports %j as unreachable", async (elsewhere) => {
    const error = { name: "TransportError", kind: "unreachable" };
    await expect(network.send(outgoing({ url: elsewhere }))).rejects.toMatchObject(error);
  });

  test("reports a detached agent as unreachable, and refuses a second agent at one origin", async () => {
    const attach = () => network.attach("http://player-1:8101", echo);
    expect(attach).toThrow("http://player-1:8101 is attached already");
    network.detach(url);
    await expect(network.send(outgoing())).rejects.toMatchObject({ kind: "unreachable" });
    attach();
    expect((await network.send(outgoing())).status).toBe(200);
  });

  test("rejects a request when its signal is aborted, and does not deliver it after that", async () => {
    let delivered = 0;
    network.detach(url);
    network.attach(url, () => {
      delivered += 1;
      return new Promise(() => {});
    });
    const controller = new AbortController();
    const sent = network.send(outgoing({ signal: controller.signal }));
    controller.abort("enough");
    const aborted = { kind: "aborted", cause: "enough" };
    await expect(sent).rejects.toMatchObject(aborted);
    await expect(network.send(outgoing({ signal: controller.signal }))).rejects.toMatchObject(aborted);
    expect(delivered).toBe(1);
  });

  test("answers 500 if the handler rejects", async () => {
    network.detach(url);
    network.attach(url, () => Promise.reject(new Error("swordfish")));
    expect(await network.send(outgoing())).toMatchObject({ status: 500, body: '{"error":"internal error"}' });
  });
});

test.each<[string, NetworkFault | undefined, number[], string, number]>([
  ["delivers a request without a fault", undefined, [0], "200", 0],
  ["delays requests and replies", { delayMs: 300, replyDelayMs: 50 }, [300], "200", 350],
  ["delivers a request twice, and answers once", { duplicate: true }, [0, 0], "200", 0],
  ["refuses connections", { refuse: true }, [], "unreachable", 0],
  ["loses a request: it ends at its deadline", { drop: "request" }, [], "aborted", 5000],
  ["loses a reply: it ends at its deadline", { drop: "reply" }, [0], "aborted", 5000],
])("a bad network %s", async (_what, fault, deliveredAt, outcome, ms) => {
  const clock = new SimulatedClock();
  const elapsed = () => clock.now() - SIMULATION_START;
  const asked: string[] = [];
  const network = new MemoryNetwork({
    clock,
    fault: ({ body }) => {
      asked.push(body);
      return fault;
    },
  });
  const delivered: number[] = [];
  network.attach(url, (request) => {
    delivered.push(elapsed());
    return echo(request);
  });
  const controller = new AbortController();
  clock.after(5000, () => controller.abort("deadline"));
  const sent = network.send(outgoing({ signal: controller.signal })).then(
    ({ status }) => String(status),
    ({ kind }: { kind: string }) => kind,
  );
  expect([await clock.run(sent), delivered, elapsed(), asked]).toEqual([outcome, deliveredAt, ms, ["{}"]]);
});
