import type { ChoiceContext } from "@league-v2/sdk";
import { expect, it } from "vitest";
import { type ChoiceFault, watched } from "./watched-strategy.js";

it.each([
  ["even", []],
  [{ choice: "odd", reason: "a guess" }, []],
  ["evn", ['Returned "evn", not "even" or "odd"']],
  [{ choice: "evn" }, ['Returned {"choice":"evn"}, not "even" or "odd"']],
  [undefined, ['Returned undefined, not "even" or "odd"']],
])("the page reports invalid choices only: %j", async (made, messages) => {
  const faults: ChoiceFault[] = [];
  const { choose } = watched({ choose: () => made as "even", guard: true }, 0, (fault) => faults.push(fault));
  expect(await choose({ match_id: "R1M1" } as ChoiceContext)).toBe(made);
  expect(faults.map(({ message }) => message)).toEqual(messages);
});
