import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testCliContext } from "./cli-context.fixture.js";
import { run } from "./program.js";

async function simulate(line: string, folder = "/") {
  const context = testCliContext({ folder });
  const status = await run(
    ["simulate", ...line.split(" ").filter(Boolean)],
    context,
    "1.2.3",
    async () => context.clock,
  );
  return { status, errors: context.errors, text: context.printed.join("\n") };
}

const plan = {
  seed: 5,
  managers: 1,
  players: 2,
  referees: 1,
  capacity: 1,
  latencyMs: 3,
  faults: [] as object[],
};

async function folderWith(content: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "league-simulate-"));
  await writeFile(join(folder, "plan.json"), JSON.stringify(content));
  return folder;
}

describe("league simulate", () => {
  it("plays a league for each seed and prints a summary", async () => {
    const { status, text, errors } = await simulate("--seeds 3 --seed 40 --players 3");
    expect({ status, errors }).toEqual({ status: 0, errors: [] });
    expect(text).toMatch(/^3 leagues, \d+ matches, \d+ messages, \d+ accesses to the store$/m);
    expect(text).toMatch(/^[1-9]\d* simulated minutes? in /m);
    expect(text).toContain("every invariant held");
  });

  it("accepts kinds of faults, and `none`", async () => {
    const data = JSON.parse((await simulate("--seeds 20 --players 3 --faults crash,skew --json")).text);
    expect(data).toMatchObject({ leagues: 20, findings: [] });
    expect(data.faults.crash + data.faults.skew).toBeGreaterThan(0);
    expect(data.faults.message).toBe(0);
    const calm = JSON.parse((await simulate("--seeds 5 --players 3 --faults none --json")).text);
    expect(calm.deaths).toBe(0);
  });

  it("plays the league of a plan, and prints every event", async () => {
    const folder = await folderWith({
      ...plan,
      faults: [{ kind: "crash", agent: "referee-1", atMs: 400, downMs: 50 }],
    });
    const one = await simulate("--plan plan.json --trace", folder);
    expect(one.status).toBe(0);
    expect(one.text).toContain("referee-1 ends: it crashes");
    expect(one.text).toContain("referee-1 starts (incarnation 2)");
    expect((await simulate("--plan plan.json --trace", folder)).text).toBe(one.text);
    expect(JSON.parse((await simulate("--plan plan.json --json", folder)).text)).toMatchObject({
      finding: null,
    });
  });

  it.each([
    ["--faults storm", 2, /^INVALID_CONFIG: --faults is \["storm"\]; .* one of message, .*; or none alone/],
    ["--faults none,crash", 2, /^INVALID_CONFIG: --faults is \["none","crash"\]; .* none alone/],
    ["--trace", 2, /^INVALID_CONFIG: --trace is true; it must be left out without --plan. Give --plan/],
    ["--plan nowhere.json", 1, /^INVALID_CONFIG: nowhere\.json: ENOENT.*Check the path that --plan names/],
    ["--seeds 0", 2, /^INVALID_CONFIG: --seeds is 0; /],
  ])("refuses %s", async (line, code, why) => {
    const { status, errors } = await simulate(line);
    expect(status).toBe(code);
    expect(errors.join("\n")).toMatch(why);
  });

  it("refuses an invalid plan", async () => {
    const folder = await folderWith({ ...plan, players: 0 });
    const { status, errors } = await simulate("--plan plan.json", folder);
    expect(status).not.toBe(0);
    expect(errors.join("\n")).toContain("plan.json: players must be an integer from 2, not 0");
  });

  it("has a help text", async () => {
    const { status, text } = await simulate("--help");
    expect(status).toBe(0);
    expect(text).toContain("--faults <kinds>");
    for (const line of text.split("\n")) expect(line.length, line).toBeLessThanOrEqual(110);
  });
});
