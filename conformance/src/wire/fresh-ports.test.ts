import { expect, test } from "vitest";
import { systemClock } from "../doors.js";
import { onFreshPorts } from "./fresh-ports.js";
import { listenOnSocket } from "./socket-listener.js";
import type { Script } from "./types.js";

const silent: Script = () => ({ kind: "never" });

test("a port that was given back is not used again, though the system gives it out", async () => {
  const first = await listenOnSocket(systemClock, silent);
  await first.close();
  let count = 0;
  // The system's choice: the same port twice, and then any.
  const listen = onFreshPorts((script, options) => {
    count += 1;
    return listenOnSocket(systemClock, script, count <= 2 ? { ...options, port: first.port } : options);
  });
  const one = await listen(silent);
  await one.close();
  const other = await listen(silent);
  expect([one.port, count]).toEqual([first.port, 3]);
  expect(other.port).not.toBe(first.port);
  // The rejected one is not kept.
  await (await listenOnSocket(systemClock, silent, { port: first.port })).close();
  await other.close();
});

test("a port that is asked for is used, whoever has been there", async () => {
  const listen = onFreshPorts((script, options) => listenOnSocket(systemClock, script, options));
  const first = await listen(silent);
  await first.close();
  const again = await listen(silent, { port: first.port });
  expect(again.port).toBe(first.port);
  await again.close();
});
