/** What the suite says of the agents of `test/verdicts.yaml`: of the first lines of a report, a twenty-sixth here, all with `FULL=1`. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { oneIn } from "../../../tools/gate/one-in.js";
import { loadChecks, type RegisteredCheck } from "../checks/registry.js";
import { parseYaml } from "../json.js";
import type { FaultRow } from "../mutants/fault-row.js";
import { mutantOf } from "../mutants/interpret.js";
import { type Mutant, roleOf } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import { packageFolder } from "../package-folder.js";
import { worstFirst } from "../report/verdicts.js";
import { TransportError } from "../sdk.js";
import type { FaultInjection } from "../subject/in-process-subject.js";
import type { CheckResult, Role } from "../types.js";
import { tryMutant, tryReference } from "./trial.js";

interface Row {
  what?: string;
  agent?: string;
  fault?: Partial<FaultRow>;
  role?: Role;
  wire?: string;
  /** Checks that send what the others see. */
  with?: readonly string[];
  says?: Readonly<Record<string, string>>;
  first?: string;
  everywhere?: boolean;
  never?: readonly string[];
}

const text = readFileSync(new URL("test/verdicts.yaml", packageFolder), "utf8");
const rows = (parseYaml(text) as Row[]).map((row) => ({ ...row, title: row.what ?? String(row.agent) }));
const [checks, mutants] = await Promise.all([loadChecks(), loadMutants()]);

function agentOf({ agent, fault = {}, role }: Row): Mutant {
  if (agent === undefined)
    return mutantOf({ id: `${role ?? "player"}:seen`, text: "", breaks: [], ...fault });
  return mutants.find(({ id }) => id === agent) ?? expect.fail(`there is no fault ${agent}`);
}

async function tried(row: Row, some: readonly RegisteredCheck[]): Promise<CheckResult[]> {
  const { agent, fault, role = roleOf(agentOf(row)), wire = "canonical" } = row;
  const options = { seed: 1, wire, checks: some };
  if (agent === undefined && fault === undefined) return [...(await tryReference(role, options)).values()];
  return [...(await tryMutant(agentOf(row), role, options)).values()];
}

test.each(rows.filter(({ says }) => says !== undefined))("$title", async ({ says = {}, ...row }) => {
  const ids = [...Object.keys(says), ...(row.with ?? [])];
  const results = await tried(
    row,
    checks.filter(({ check }) => ids.includes(check.id)),
  );
  const found = Object.entries(says).map(([id, said]) => {
    const { verdict, clause = [] } = results.find((one) => one.id === id) ?? {};
    return [id, said.includes(" ") ? `${verdict} ${clause.join(" ")}` : verdict];
  });
  expect(Object.fromEntries(found)).toEqual(says);
});

describe("the first line", () => {
  /** They send thousands of requests, and none of these faults shows in them first. */
  const costly = ["limit", "negative", "robustness"];
  const affordable = checks.filter(
    ({ check, group }) => !costly.includes(group) || check.needs?.observes === true,
  );
  const lines = rows.filter(({ first, never }) => (first ?? never) !== undefined);

  test.each(oneIn(26, lines))("$title", async ({ first, everywhere, never = [], ...row }) => {
    const complaints = worstFirst(await tried(row, affordable)).filter(({ verdict }) =>
      ["fail", "warn"].includes(verdict),
    );
    if (first !== undefined) expect(complaints[0]?.clause).toEqual([first]);
    if (everywhere !== undefined) expect(complaints[0]?.everywhere ?? false).toBe(everywhere);
    const clauses = complaints.flatMap(({ clause }) => clause);
    expect(never.filter((clause) => clauses.includes(clause))).toEqual([]);
  });
});

test("a player that tries again after silence, and not after a broken connection, does not fail PLY-REG-04", async () => {
  const id = "player/registration/tries-again";
  const rejected = { message_type: "LEAGUE_REGISTER_RESPONSE", status: "REJECTED", reason: "gone" };
  const inject: FaultInjection = {
    transport: (inner) => ({
      send: (request) =>
        inner.send(request).catch((error: unknown) => {
          if (error instanceof TransportError && error.kind === "aborted") throw error;
          const { id, params } = JSON.parse(request.body) as { id: unknown; params: object };
          const result = { ...params, sender: "league_manager", ...rejected };
          const body = JSON.stringify({ jsonrpc: "2.0", id, result });
          return { status: 200, contentType: "application/json", body };
        }),
    }),
  };
  const givesUp: Mutant = { id: "player:gives-up", fault: "", inject };
  const only = checks.filter(({ check }) => check.id === id);
  const results = await tryMutant(givesUp, "player", { seed: 1, wire: "canonical", checks: only });
  expect(results.get(id)).toMatchObject({ verdict: "warn", clause: ["PLY-REG-05"] });
});
