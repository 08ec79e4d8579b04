/** Sockets and the in-memory network have the same outcomes. */
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { utf8 } from "../json.js";
import { aborted, pause } from "../time/pause.js";
import { type Environment, realEnvironment, simulatedEnvironment } from "./environment.js";
import { headerOf, type Pace, type RawOutcome, type RawRequest, type Script } from "./types.js";

const environments: [string, () => Environment][] = [
  ["over sockets", () => realEnvironment(1)],
  ["in memory", () => simulatedEnvironment(1)],
];

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

async function ask(
  environment: Environment,
  script: Script,
  request: Partial<RawRequest> = {},
): Promise<RawOutcome> {
  return environment.run(async () => {
    const listener = await environment.listen(script);
    try {
      return await environment.wire.exchange({
        url: listener.url,
        body: utf8("{}"),
        timeoutMs: 400,
        ...request,
      });
    } finally {
      await listener.close();
    }
  });
}

test.each(environments)("%s: bytes, headers, verb and path arrive as they were sent", async (_, make) => {
  const seen: unknown[] = [];
  const outcome = await ask(
    make(),
    ({ verb, path, headers, body }) => {
      seen.push(verb, path, headerOf(headers, "Content-Type"), headerOf(headers, "x-test"), [...body]);
      return { kind: "reply", status: 418, headers: [["x-answer", "1"]], body: "no" };
    },
    {
      verb: "PUT",
      path: "/other?q",
      body: Uint8Array.from([0, 255, 10]),
      headers: [
        ["content-type", "text/plain"],
        ["x-test", "a"],
      ],
    },
  );
  expect(seen).toEqual(["PUT", "/other?q", "text/plain", "a", [0, 255, 10]]);
  expect(outcome).toMatchObject({ kind: "reply", status: 418 });
  if (outcome.kind === "reply") {
    expect(headerOf(outcome.headers, "X-Answer")).toBe("1");
    expect(text(outcome.body)).toBe("no");
  }
});

test.each(environments)("%s: each kind of missing answer has its own outcome", async (_, make) => {
  const reason = async (script: Script, request: Partial<RawRequest> = {}) => {
    const outcome = await ask(make(), script, request);
    return outcome.kind === "failure" ? outcome.reason : "answered";
  };
  expect(await reason(() => ({ kind: "reset" }))).toBe("reset");
  expect(await reason(() => ({ kind: "close" }))).toBe("closed_early");
  expect(await reason(() => ({ kind: "garbage", bytes: "hello, this is no HTTP\r\n" }))).toBe(
    "malformed_http",
  );
  expect(await reason(() => ({ kind: "never" }))).toBe("timeout");
  expect(await reason(() => ({ kind: "stall", status: 200, body: "{" }))).toBe("timeout");
  expect(
    await reason(() => ({
      kind: "drip",
      status: 200,
      body: "a long answer that takes too long",
      bytesPerSecond: 10,
    })),
  ).toBe("timeout");
  const slow: Script = () => ({ kind: "drip", status: 200, body: "{}", bytesPerSecond: 50 });
  expect(await reason(slow, { timeoutMs: 10_000 })).toBe("answered");
});

test.each(environments)("%s: a port without a listener, closed, or opened again", async (_, make) => {
  const environment = make();
  await environment.run(async () => {
    const ask = async (url: string) => {
      const outcome = await environment.wire.exchange({ url, timeoutMs: 400 });
      return outcome.kind === "failure" ? outcome.reason : outcome.status;
    };
    expect(await ask(`http://127.0.0.1:${await environment.freePort()}/mcp`)).toBe("refused");
    const listener = await environment.listen(() => ({ kind: "reply", status: 200, body: "{}" }));
    expect(await ask(listener.url)).toBe(200);
    await listener.refuse(true);
    expect(await ask(listener.url)).toBe("refused");
    await listener.refuse(false);
    expect(await ask(listener.url)).toBe(200);
    await listener.close();
    expect(await ask(listener.url)).toBe("refused");
  });
});

test.each(environments)("%s: a body is sent at the given pace, or not whole", async (_, make) => {
  const environment = make();
  let arrived = 0;
  const script: Script = () => {
    arrived += 1;
    return { kind: "reply", status: 200, body: "{}" };
  };
  const slow = await ask(environment, script, { pace: { bytesPerSecond: 25 } });
  expect(slow.timing.end_ms - slow.timing.sent_ms).toBeGreaterThanOrEqual(35);
  expect(arrived).toBe(1);
  const stalled = await ask(make(), script, { pace: { stopAfterBytes: 1 }, timeoutMs: 80 });
  expect(stalled).toMatchObject({ kind: "failure", reason: "timeout" });
  expect(arrived).toBe(1);
});

test.each(environments)("%s: an aborted exchange closes the connection", async (_, make) => {
  const environment = make();
  await environment.run(async () => {
    let gone: AbortSignal | undefined;
    const listener = await environment.listen((arrival) => {
      gone = arrival.gone;
      return { kind: "never" };
    });
    const controller = new AbortController();
    environment.clock.after(30, () => controller.abort());
    const outcome = await environment.wire.exchange({
      url: listener.url,
      timeoutMs: 400,
      signal: controller.signal,
    });
    expect(outcome).toMatchObject({ kind: "failure", reason: "aborted" });
    if (gone !== undefined) await aborted(gone);
    await listener.close();
  });
});

test("over sockets: a hundred connections at once, each with its own answer", async () => {
  const environment = realEnvironment(1);
  const listener = await environment.listen(({ body }) => ({ kind: "reply", status: 200, body }));
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      environment.wire.exchange({ url: listener.url, body: utf8(String(i)), timeoutMs: 5_000 }),
    ),
  );
  expect(outcomes.map((one) => (one.kind === "reply" ? text(one.body) : one.reason))).toEqual(
    Array.from({ length: 100 }, (_, i) => String(i)),
  );
  await listener.close();
});

/** The outcome of a request to a server that answers with these bytes and closes. */
async function askRaw(bytes: string, request: Partial<RawRequest> = {}): Promise<RawOutcome> {
  const server = createServer((socket) => {
    socket.on("error", () => {}).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/mcp`;
  const outcome = await realEnvironment(1).wire.exchange({ url, timeoutMs: 2_000, ...request });
  server.close();
  return outcome;
}

const HEAD = "HTTP/1.1 200 OK\r\n";

test("over sockets: a reply without a length is whole when the connection ends", async () => {
  const outcome = await askRaw("HTTP/1.0 500 Oh\r\n\r\noh");
  expect(outcome).toMatchObject({ kind: "reply", status: 500 });
  expect(outcome.kind === "reply" && text(outcome.body)).toBe("oh");
});

test("over sockets: a truncated reply is a failure with what has come", async () => {
  const outcome = await askRaw(`${HEAD}content-length: 10\r\n\r\n{}`);
  expect(outcome).toMatchObject({ kind: "failure", reason: "closed_early", partial: { status: 200 } });
});

test.each(["SSH-2.0-OpenSSH\r\n", `${HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\n`])(
  "over sockets: %j is no HTTP",
  async (bytes) => {
    expect(await askRaw(bytes)).toMatchObject({ kind: "failure", reason: "malformed_http" });
  },
);

test("over sockets: an answer before the end of the request is accepted", async () => {
  const outcome = await askRaw("HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n", {
    body: new Uint8Array(2_000_000),
  });
  expect(outcome).toMatchObject({ kind: "reply", status: 413 });
});

// Servers with short timeouts or few connections: the same in memory and over sockets.

const BODY = utf8("x".repeat(20));
const ok: Script = () => ({ kind: "reply", status: 200, body: "{}" });

describe.each([
  ["in memory", () => simulatedEnvironment(1)],
  ["over sockets", () => realEnvironment(1)],
])("%s", (_, open) => {
  test("a request that is incomplete at the timeout is answered with 408", async () => {
    const environment = open();
    await environment.run(async () => {
      const { url, close } = await environment.listen(ok, { stalledBodyMs: 300 });
      const post = async (pace: Pace) => {
        const raw = await environment.wire.exchange({ url, body: BODY, pace, timeoutMs: 5_000 });
        return raw.kind === "reply" ? raw.status : raw.reason;
      };
      expect(await Promise.all([post({ stopAfterBytes: 5 }), post({ bytesPerSecond: 400 })])).toEqual([
        408, 200,
      ]);
      await close();
    });
  });

  test("a server that decodes the pieces of a body by themselves loses the characters between them", async () => {
    const environment = open();
    await environment.run(async () => {
      const bodies: string[] = [];
      const script: Script = (arrival) => {
        bodies.push(new TextDecoder().decode(arrival.body));
        return ok(arrival);
      };
      const { url, close } = await environment.listen(script, { decodesPieces: true });
      const body = utf8("aéa");
      await environment.wire.exchange({ url, body, timeoutMs: 5_000 });
      await environment.wire.exchange({ url, body, pace: { bytesPerSecond: 50 }, timeoutMs: 5_000 });
      expect(bodies).toEqual(["aéa", "a\ufffd\ufffda"]);
      await close();
    });
  });

  test("a server at its connection limit drops new connections until another one is closed", async () => {
    const environment = open();
    await environment.run(async () => {
      const { url, close } = await environment.listen(ok, { connections: 1 });
      const post = async (pace?: Pace) => {
        const raw = await environment.wire.exchange({
          url,
          body: BODY,
          ...(pace && { pace }),
          timeoutMs: 5_000,
        });
        return raw.kind === "reply" ? raw.status : "dropped";
      };
      const first = post({ bytesPerSecond: 100 });
      await pause(environment.clock, 50);
      expect(await post()).toBe("dropped");
      expect(await first).toBe(200);
      await pause(environment.clock, 50);
      expect(await post()).toBe(200);
      await close();
    });
  });
});
