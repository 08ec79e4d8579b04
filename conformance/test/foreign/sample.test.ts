/** A sample of the faults of agents that share no code with this project; `run.mjs` tries all of them. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agents, canRun, type ForeignAgent, faultsOf } from "./agents.js";
import { choose, drawnFrom } from "./choice.js";
import { complaints, type FaultReport, falseAlarms, judge } from "./judgement.js";

/** Another seed draws other faults, and another agent. */
const SEED = process.env.FOREIGN_SEED ?? "19";

test.skipIf(!agents.every(canRun))(
  "the suite finds one of their faults under the right clause, and reports nothing about the agent without a fault",
  () => {
    const words = ["run.mjs", "--sample", "1", "--seed", SEED, "--at-once", "3"];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, {
      cwd: import.meta.dirname,
      encoding: "utf8",
    });
    expect(`${stdout}${stderr}`).toContain(
      "1 faults: 1 found, 0 found under another clause, 0 missed; 0 false alarms",
    );
    expect(status).toBe(0);
  },
  300_000,
);

const fault = { id: "joins-late", clauses: ["PLY-JOIN-01"], does: "joins 6 s after the invitation" };

function report(...checks: [id: string, verdict: string, clause: string, blocks?: number][]): FaultReport {
  return {
    checks: checks.map(([id, verdict, clause, blocks]) => ({
      id,
      verdict,
      clause: [clause],
      ...(blocks === undefined ? {} : { blocks }),
    })),
  };
}

test("a fault is found when the first complaint names its clause", () => {
  const found = report(["join", "fail", "PLY-JOIN-01"], ["choice", "fail", "PLY-CHOICE-01"]);
  expect(judge(found, fault).outcome).toBe("found");
  expect(judge({ checks: found.checks.toReversed() }, fault).outcome).toBe("misnamed");
  expect(judge(report(["join", "pass", "PLY-JOIN-01"]), fault).outcome).toBe("missed");
  expect(judge(report(["join", "inconclusive", "PLY-JOIN-01"]), fault).outcome).toBe("undecided");
});

test("a failure that blocks other checks comes before another failure, and a warning after both", () => {
  const all = report(["a", "warn", "X-01", 9], ["b", "fail", "X-02"], ["c", "fail", "X-03", 4]);
  expect(complaints(all).map(({ id }) => id)).toEqual(["c", "b", "a"]);
  const [, second] = all.checks;
  const everywhere = { ...(second ?? expect.fail("there is a second one")), id: "d", everywhere: true };
  expect(complaints({ checks: [...all.checks, everywhere] })[0]?.id).toBe("d");
});

test("each verdict but pass and not exercised, of an agent without a fault, is a false alarm", () => {
  const all = report(
    ["a", "warn", "X-01"],
    ["b", "pass", "X-02"],
    ["c", "not-exercised", "X-03"],
    ["d", "inconclusive", "X-04"],
  );
  expect(falseAlarms(all)).toHaveLength(2);
});

test("the commands of the documentation select at least one agent", () => {
  const pages = ["../../docs/python-agents.md", "../../../CONTRIBUTING.md"];
  const text = pages.map((page) => readFileSync(join(import.meta.dirname, page), "utf8")).join("\n");
  const commands = [...text.matchAll(/npm run foreign -- ([^`\n]+)/g)].map(([, words = ""]) =>
    words.split(" "),
  );
  expect(commands.length).toBeGreaterThan(3);
  const listed = new Map(agents.map((agent) => [agent, faultsOf(agent)]));
  const known = (agent: ForeignAgent) => listed.get(agent) ?? [];
  for (const words of commands) expect(choose(words, agents, known).trials.length).toBeGreaterThan(1);
});

test("the same seed draws the same faults, and another seed draws others", () => {
  const items = Array.from({ length: 50 }, (_, index) => index);
  expect(drawnFrom(items, 5, 1)).toEqual(drawnFrom(items, 5, 1));
  expect(drawnFrom(items, 5, 1)).not.toEqual(drawnFrom(items, 5, 2));
});
