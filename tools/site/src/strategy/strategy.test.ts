import type { ChoiceContext } from "@league-v2/sdk";
import { describe, expect, it } from "vitest";
import { type ChoiceFault, faultOf, lineIn, type ModuleBody, strategyOf, watched } from "./strategy.js";

const packages = { "@league-v2/sdk": { hex: () => "ff" } };

describe("a strategy", () => {
  it.each<[string, ModuleBody, boolean]>([
    ["a function by default", (exports) => Object.assign(exports, { default: () => "odd" }), true],
    [
      "an object by default",
      (exports) => Object.assign(exports, { default: { choose: () => "odd", guard: false } }),
      false,
    ],
    ["by its name", (exports) => Object.assign(exports, { choose: () => "odd" }), true],
  ])("may be exported as %s", async (_how, body, guard) => {
    const strategy = strategyOf(body, packages);
    expect(strategy.guard).toBe(guard);
    expect(await strategy.choose({} as never)).toBe("odd");
  });

  it("can import only the SDK", () => {
    const load = (name: string) => strategyOf((_exports, require) => require(name), packages);
    expect(() => load("lodash")).toThrow('"lodash" is not here');
    expect(() => load("@league-v2/sdk")).toThrow("No strategy is exported");
  });

  it("has new state in each league", async () => {
    const body: ModuleBody = (exports) => {
      let calls = 0;
      exports.default = () => {
        calls += 1;
        return calls;
      };
    };
    const first = strategyOf(body, packages);
    await first.choose({} as never);
    expect(await strategyOf(body, packages).choose({} as never)).toBe(1);
  });
});

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

it.each([
  ["Chromium", "TypeError: x\n    at last (blob:null/5f:900:7)\n    at choose (blob:null/5f:4:15)", 4],
  ["Firefox", "last@blob:null/5f:900:7\nchoose@blob:null/5f:4:15\n", 4],
  ["the engine only", "TypeError: x\n    at a (blob:null/5f:900:7)", null],
  ["no stack", "", null],
])("the line of an error in %s is the first line of the typed text in its stack", (_where, stack, line) => {
  expect(lineIn(stack, 10)).toBe(line);
});

it("a thrown value that is not an Error is shown as a text", () => {
  expect(faultOf("no idea", 10)).toEqual({ message: "Threw no idea, which is no Error", line: null });
});
