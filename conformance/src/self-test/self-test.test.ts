/** Tests the self-test with a few checks and mutants written for it. */
import { afterEach, expect, test } from "vitest";
import { testChecks } from "../../test/in-memory-run.js";
import { fault, joinsLate } from "../../test/injected.js";
import { runProgram } from "../../test/run-program.js";
import { register } from "../checks/registry.js";
import { clauses } from "../clauses.js";
import type { TransportFixture } from "../fixtures/transport-fixture.js";
import { trialsOnThreads } from "./pool.js";
import { killMatrixOf, type SelfTestOptions, selfTest } from "./self-test.js";
import type { TrialJob } from "./trial.js";

const mutants = [
  joinsLate(5_500),
  fault(
    "player",
    { breaks: "PLY-CHOICE-06", on: "CHOOSE_PARITY_RESPONSE", set: { "/match_id": "R9M9" } },
    "choice-for-other-match",
  ),
  fault("transport", {
    breaks: ["TRN-RPC-01", "TRN-RPC-03"],
    on: "answers",
    when: { "#/result": { absent: false } },
    set: { "#/error": null },
  }),
];
/** Gives the oracle a message of agents of every role. */
const answers = register<TransportFixture>(
  {
    id: "transport/response/answers",
    title: "answers",
    decides: ["TRN-RPC-01"],
    steps: [10_000],
    async run({ valid, expect }) {
      expect((await valid()).json, "the answer")
        .at("/error")
        .isNot(null);
    },
  },
  "test",
);
const own = async () => [...(await testChecks()), answers];
const decided = clauses.filter(({ id }) =>
  ["PLY-CHOICE-06", "PLY-JOIN-01", "TRN-RPC-03", "TRN-RPC-01"].includes(id),
);
/** Ignores complaints about unreviewed clauses, and about passes on stub agents. */
const serious = (complaints: readonly string[]) =>
  complaints.filter((text) => !/reworded|response\/answers says pass/.test(text));

async function options(change: Partial<SelfTestOptions> = {}): Promise<SelfTestOptions> {
  const usual = { mutants, clauses: decided, wires: ["canonical"], seed: 1 };
  return { checks: await own(), ...usual, ...change };
}

test("there are no complaints if each check finds exactly its faults", async () => {
  const outcome = await selfTest(await options());
  expect(serious(outcome.complaints)).toEqual([]);
  expect(outcome.kills.map(({ foundBy }) => foundBy.length)).toEqual([1, 1, 2, 2, 2]);
  const { faults } = killMatrixOf(outcome);
  expect(faults[0]).toMatchObject({ id: "player:joins-late", foundBy: ["player/join/joins-in-time"] });
});

test("a check that misses its fault, or always passes, causes a complaint", async () => {
  const [first, ...others] = await own();
  if (first === undefined) throw new Error("there are test checks");
  const passesAlways = register({ ...first.check, run: async () => undefined }, "test");
  const context = { checks: async () => [passesAlways, ...others], mutants: async () => mutants };
  const { code, out } = await runProgram(["self-test"], context);
  expect(code).toBe(1);
  expect(out).toContain("no check finds that player:choice-for-other-match (player) breaks PLY-CHOICE-06");
  expect(out).toContain("player/choice/echoes-match finds no mutant");
});

test("a clause without a check, and one that was reworded, are reported", async () => {
  const [clause] = clauses;
  if (clause === undefined) throw new Error("there are clauses");
  const { complaints } = await selfTest(
    await options({ clauses: [{ ...clause, hash: "another" }], mutants: [] }),
  );
  expect(complaints).toEqual(
    expect.arrayContaining([
      `no check decides ${clause.id}`,
      expect.stringMatching(/is new, or was reworded/),
    ]),
  );
});

const job = (seed: number): TrialJob => ({
  on: { kind: "reference" },
  role: "player",
  wire: "canonical",
  seed,
});
const scriptedTrials = (threads: number) =>
  trialsOnThreads(threads, new URL("../../test/scripted-thread.mjs", import.meta.url));
let trials = scriptedTrials(1);

afterEach(() => trials.close());

test.each([1, 3])("on %i threads every job gets its own answer", async (threads) => {
  trials = scriptedTrials(threads);
  const results = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => trials.run(job(seed))));
  expect(results.flat().map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6].map((seed) => `player/${seed}`));
});

test("a failed job does not affect the others", async () => {
  trials = scriptedTrials(1);
  const [failing, next] = [trials.run(job(13)), trials.run(job(1))];
  await expect(failing).rejects.toThrow("scripted failure");
  expect(await next).toEqual([{ id: "player/1", verdict: "pass" }]);
});

test("a thread that ends is reported, and its jobs are not awaited", async () => {
  trials = scriptedTrials(2);
  const [lost, other] = [trials.run(job(99)), trials.run(job(2))];
  await expect(lost).rejects.toThrow("exit code 3");
  expect(await other).toEqual([{ id: "player/2", verdict: "pass" }]);
});
