/** Servers with short timeouts or few connections: the same in memory and over sockets. */
import { describe, expect, test } from "vitest";
import { utf8 } from "../json.js";
import { pause } from "../time/pause.js";
import { realEnvironment, simulatedEnvironment } from "./environment.js";
import type { Pace, Script } from "./types.js";

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
