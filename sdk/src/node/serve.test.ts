import { expect, it } from "vitest";
import type { Agent, RunningAgent } from "../agent/core/agent.js";
import { createPlayer } from "../player/create-player.js";
import { serve } from "./serve.js";

const player = createPlayer({ displayName: "A", choose: () => "even" });
const refusing: Agent<RunningAgent> = {
  role: "player",
  connect() {
    throw new TypeError("these options cannot be used");
  },
};

it("serve closes its port if the agent rejects its options", async () => {
  const first = await serve(player, { closeOnSignal: false });
  const port = Number(new URL(first.url).port);
  await first.close();
  await expect(serve(refusing, { port, closeOnSignal: false })).rejects.toThrow(
    "these options cannot be used",
  );
  const again = await serve(player, { port, closeOnSignal: false });
  expect(again.url).toBe(first.url);
  await again.close();
});
