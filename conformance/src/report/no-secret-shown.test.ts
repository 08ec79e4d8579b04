/** No report of any format contains a token of the run, a token of the compared reference agent, or a path of the machine. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { eventsOf, reportOf } from "../../fixtures/report/reports.js";
import { loadChecks } from "../checks/registry.js";
import { breaksClauseOf } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import { explanationsFor } from "../self-test/explanations.js";
import { tryMutant } from "../self-test/trial.js";
import { createReporters } from "./reporters.js";

const folder = mkdtempSync(join(tmpdir(), "league-report-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The first mutant shows its token to all clients; the others show tokens in their answers and verdicts. */
const planted = [
  "player:sends-another-token",
  "manager:broadcasts-tokens",
  "manager:shows-tokens-in-standings",
];

test.each(planted)("%s", async (mutantId) => {
  const [all, mutants] = await Promise.all([loadChecks(), loadMutants()]);
  const mutant = mutants.find(({ id }) => id === mutantId);
  if (mutant === undefined) throw new Error(`no mutant ${mutantId}`);
  const role = mutantId.startsWith("player") ? "player" : "manager";
  // Some of its checks only observe a match that another one plays.
  const plays = ["player/join/accepts", "player/choice/echoes-match"];
  const checks = all.filter(({ check }) => breaksClauseOf(check, mutant) || plays.includes(check.id));
  const results = await tryMutant(mutant, role, { seed: 1, wire: "canonical", checks, transcripts: true });
  const report = reportOf(1, [...results.values()], { seed: 1, role });
  const explained = await explanationsFor(report, checks, mutants);
  const tokens = tokensIn([report, [...explained.values()]]);
  expect(report.checks.some(({ verdict }) => verdict === "fail" || verdict === "warn")).toBe(true);
  expect(tokens.size).toBeGreaterThan(1);

  const at = (name: string) => join(folder, name);
  const reporters = await createReporters({
    terminal: false,
    json: at("r.json"),
    junit: at("r.xml"),
    html: at("r.html"),
    markdown: at("r.md"),
    explain: async () => explained,
  });
  for (const event of eventsOf(report)) reporters.onEvent(event);
  await reporters.close();
  expect(readdirSync(folder)).toHaveLength(4);
  const secrets = [...tokens, join(tmpdir(), "/"), join(homedir(), "/"), process.cwd()];
  for (const file of readdirSync(folder)) {
    const text = readFileSync(at(file), "utf8");
    expect(
      secrets.filter((secret) => text.includes(secret)),
      file,
    ).toEqual([]);
  }
});

/** The token values in a report, without short ones: a check may send `""` or `x` as a token. */
function tokensIn(value: unknown): Set<string> {
  const text = JSON.stringify(value);
  return new Set([...text.matchAll(/auth_token\\*":\\*"([^"\\]{16,})/g)].map(([, token = ""]) => token));
}
