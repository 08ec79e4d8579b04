import { expect, test } from "vitest";
import { testChecks } from "../../test/in-memory-run.js";
import { loadChecks, type RegisteredCheck } from "../checks/registry.js";
import { parseReplay, replayId } from "../report/commands.js";
import { UsageError } from "../usage-error.js";
import { globToRegExp, type Selection, select } from "./select.js";

const checks = await testChecks();
const ids = (selection: Selection, role: "player" | "referee" = "player") =>
  select(checks, role, selection).map(({ check }) => check.id.split("/")[2]);

test("checks are chosen by id, clause, level and group", () => {
  expect(ids({})).toEqual(["echoes-match", "joins-in-time", "result-or-error"]);
  expect(ids({}, "referee")).toEqual(["result-or-error"]);
  expect(ids({ only: ["player/**"] })).toEqual(["echoes-match", "joins-in-time"]);
  expect(ids({ only: ["player/join"] })).toEqual(["joins-in-time"]);
  expect(ids({ only: ["player/"] })).toEqual(["echoes-match", "joins-in-time"]);
  expect(() => ids({ only: ["player/jo"] })).toThrow(UsageError);
  expect(ids({ only: ["PLY-JOIN-*"] })).toEqual(["joins-in-time"]);
  expect(ids({ only: ["ply-join-*"] })).toEqual(["joins-in-time"]);
  expect(ids({ skip: ["player/choice/*"] })).toEqual(["joins-in-time", "result-or-error"]);
  expect(ids({ group: ["join", "response"] })).toEqual(["joins-in-time", "result-or-error"]);
});

test("what matches nothing is an error that helps", () => {
  expect(() => ids({ only: ["player/join/joins-in-tme"] })).toThrow(
    'did you mean "player/join/joins-in-time"?',
  );
  expect(() => ids({ skip: ["referee/*"] })).toThrow(UsageError);
  expect(() => ids({ group: ["joins"] })).toThrow('did you mean "join"? The groups are ');
  expect(() => ids({ group: ["what"] })).toThrow('there is no group "what". The groups are ');
});

test.each([
  ["MGR-REG-01", 'The suite of the manager has it: league-conformance manager --only "LM-REG-01".'],
  ["LM-REG-*", 'The suite of the manager has it: league-conformance manager --only "LM-REG-*".'],
  ["PLY-JION-01", 'did you mean "PLY-JOIN-01"?'],
])("a clause of another role is found in the suite that has it: %s", (pattern, hint) => {
  const [first] = checks as [RegisteredCheck];
  const ofManager = { ...first, side: "manager", check: { ...first.check, decides: ["LM-REG-01"] } } as const;
  expect(() => select([...checks, ofManager], "player", { only: [pattern] })).toThrow(hint);
});

test("with checks that only observe, one is chosen that plays something to observe", async () => {
  const all = await loadChecks();
  const observing = "referee/draw/publishes-what-was-sent";
  const chosen = select(all, "referee", { only: [observing] }).map(({ check }) => check);
  expect(chosen.map(({ id }) => id)).toEqual([observing, "referee/report/reports-once"]);
});

test("globs", () => {
  expect(globToRegExp("a/*").test("a/b")).toBe(true);
  expect(globToRegExp("a/*").test("a/b/c")).toBe(false);
  expect(globToRegExp("a/**").test("a/b/c")).toBe(true);
  expect(globToRegExp("a.b").test("axb")).toBe(false);
  expect(globToRegExp("?-(1)").test("A-(1)")).toBe(true);
});

test("a replay id names check, role and seed", () => {
  const replay = { checkId: "transport/response/result-or-error", role: "referee", seed: 12 } as const;
  expect(parseReplay(replayId(replay))).toEqual(replay);
  expect(() => parseReplay("player/join/joins-in-time")).toThrow(UsageError);
});
