import { describe, expect, it } from "vitest";
import { type ModuleBody, strategyOf } from "./strategy-module.js";

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

  it("is an error if nothing is exported", () => {
    expect(() => strategyOf(() => {}, packages)).toThrow("No strategy is exported");
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
