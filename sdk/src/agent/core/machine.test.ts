import { machines } from "@league-v2/contract";
import { describe, expect, it } from "vitest";
import { Machine, type Table } from "./machine.js";

describe.each(Object.entries<Table<string> & { states: readonly string[] }>(machines))(
  "the state machine %s",
  (_name, table) => {
    const rows = table.states.map((state) => [state, table.transitions[state] ?? {}] as const);
    const events = new Set([...rows.flatMap(([, row]) => Object.keys(row)), "toString", "constructor"]);

    it("follows its table, and refuses every other event with E008 in its state", () => {
      for (const [state, row] of rows)
        for (const event of events) {
          const machine = new Machine<string, string>(table, state);
          const next = Object.hasOwn(row, event) ? row[event] : undefined;
          expect(machine.can(event)).toBe(next !== undefined);
          if (next === undefined)
            expect(() => machine.fire(event)).toThrow(expect.objectContaining({ code: "E008" }));
          else expect(machine.fire(event)).toBe(next);
          expect(machine.state).toBe(next ?? state);
        }
    });

    it("reaches every state", () => {
      const targets = rows.flatMap(([, row]) => Object.values(row));
      expect(new Set([table.initial, ...targets])).toEqual(new Set(table.states));
    });
  },
);
