import { expect, test } from "vitest";
import { type Choice, choose } from "./choice.js";

function chosen(...args: string[]): Choice {
  const choice = choose(args);
  if ("fault" in choice) throw new Error(choice.fault);
  return choice;
}

const names = ({ trials }: Choice) => trials.map(({ role, variant }) => `${role} ${variant.name}`);

test("without options every variant is compared once in each of its roles", () => {
  const { repeat, options } = chosen();
  expect(names(chosen())).toContain("manager slow-start-3");
  expect(names(chosen())).not.toContain("player twin");
  expect({ repeat, options }).toEqual({ repeat: 1, options: ["--seed", "1"] });
});

test("options select roles, variants, the quick suite and its other options", () => {
  const choice = chosen("--role", "referee", "--only", "flood-output", "--quick", "--", "--parallel", "4");
  expect(names(choice)).toEqual(["referee flood-output"]);
  expect(choice.options).toEqual(["--seed", "1", "--quick", "--parallel", "4"]);
});

test("a repetition without a variant repeats the example itself", () => {
  expect(names(chosen("--role", "player", "--repeat", "3"))).toEqual(["player twin"]);
});

test("a sample has the given size, keeps the order, and depends on the seed", () => {
  const of = (seed: number) => names(chosen("--sample", "3", "--seed", String(seed)));
  const all = names(chosen());
  expect(of(1)).toEqual(of(1));
  expect(of(1).length).toBe(3);
  expect(of(1)).toEqual(all.filter((name) => of(1).includes(name)));
  expect(new Set([1, 2, 3, 4, 5].map((seed) => of(seed).join())).size).toBeGreaterThan(1);
});

test("a user's agent is repeated", () => {
  const [trial] = chosen("--role", "player", "--repeat", "2", "--command", "agent --port {port}").trials;
  expect(trial?.variant.command).toEqual(["agent --port {port}"]);
});

test.each([
  [["--role", "umpire"], "unknown: umpire"],
  [["--only", "no-such-habit"], "unknown: no-such-habit"],
  [["--repeat", "often"], "whole numbers"],
  [["--command", "agent"], "--command needs"],
  [["--unheard-of"], "--unheard-of"],
])("%j is refused", (args, fault) => {
  expect(choose(args)).toMatchObject({ fault: expect.stringContaining(fault) });
});
