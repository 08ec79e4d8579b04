import { machines } from "@league-v2/contract";
import { describe, expect, it } from "vitest";
import { machineOf } from "./machine.js";

describe("Machine", () => {
  it("follows its table, event by event", () => {
    const machine = machineOf(machines.match);
    const course = ["both_joined", "both_chosen", "drawn", "evaluated"] as const;
    expect(course.map((event) => machine.fire(event))).toEqual([
      "COLLECTING_CHOICES",
      "DRAWING_NUMBER",
      "EVALUATING",
      "FINISHED",
    ]);
  });

  it("refuses an unknown event with E008, and keeps its state", () => {
    const machine = machineOf(machines.match);
    expect(machine.can("drawn")).toBe(false);
    expect(() => machine.fire("drawn")).toThrow(expect.objectContaining({ code: "E008" }));
    expect(machine.state).toBe("WAITING_FOR_PLAYERS");
  });

  it("refuses names of Object.prototype members as events", () => {
    const machine = machineOf(machines.match);
    expect(machine.can("toString" as "drawn")).toBe(false);
    expect(() => machine.fire("constructor" as "drawn")).toThrow();
  });

  it("allows every event in some state, and reaches every state", () => {
    for (const [name, { initial, states, transitions }] of Object.entries(machines)) {
      const targets = Object.values(transitions).flatMap((row) => Object.values<string>(row));
      expect(new Set([initial, ...targets]), name).toEqual(new Set<string>(states));
      expect(new Set(Object.keys(transitions)), name).toEqual(new Set<string>(states));
    }
  });
});
