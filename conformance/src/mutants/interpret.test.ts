/** What a row of `faults/*.yaml` may say; what it does, the self-test holds: it finds every fault under its clause. */
import { expect, test } from "vitest";
import type { FaultPart, FaultRow } from "./fault-row.js";
import { mutantOf } from "./interpret.js";
import { loadMutants } from "./registry.js";

test("every row can be injected; an unknown message, place, operation or duration is refused", async () => {
  for (const { inject } of await loadMutants()) if (typeof inject === "function") inject();
  const refused: [FaultPart, RegExp][] = [
    [{ on: "GAME_OVR" }, /"GAME_OVR"/],
    [{ on: "GAME_OVER", when: { "mine/x": 1 } }, /"mine\/x"/],
    [{ on: "GAME_OVER", sets: {} } as FaultPart, /"sets"/],
    [{ on: "GAME_OVER", drop: true, whn: {} } as FaultPart, /"whn"/],
  ];
  for (const [part, why] of refused) {
    const { inject } = mutantOf({ id: "player:tried", text: "", breaks: [], ...part } as FaultRow);
    expect(inject).toThrow(why);
  }
});
