// Follows the page about a custom contract word for word; then upgrades it with a conflict.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { follow } from "./guide.mjs";
import { run } from "./run.mjs";

const PAGE = join("tools", "codegen", "docs", "your-own-contract.md");

/** Two uses that compile only with the types of the page, and one that they refuse. */
const USES = `
import { chooseParityResponse, matchComment, methods } from "@league-v2/contract";
import "./try.ts";

const identity = { sender: "player:P01", timestamp: "", conversation_id: "", auth_token: "" };
const choice = { match_id: "R1M1", player_id: "P01", parity_choice: "odd" } as const;
chooseParityResponse(identity, { ...choice, confidence: 1 });
// @ts-expect-error a confidence is a number
chooseParityResponse(identity, { ...choice, confidence: "high" });
// @ts-expect-error the text is missing
matchComment(identity, { match_id: "R1M1" });
export const deadline: 10000 = methods.choose_parity.deadlineMs;
`;

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  skipDefaultLibCheck: true,
  noEmit: true,
  types: [],
  target: "es2023",
  lib: ["es2023", "dom"],
  module: "nodenext",
  allowImportingTsExtensions: true,
};

/** @returns {string[]} where the page is wrong, or where the packages do not run on the changed contract */
export function ownContractFaults(root, project) {
  const { faults } = follow(join(root, PAGE), project);
  return faults.length > 0 ? faults : [...typeFaults(root, project), ...upgradeFaults(root, project)];
}

function typeFaults(root, project) {
  writeFileSync(join(project, "uses.ts"), USES);
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["uses.ts"] }));
  const compiler = join(root, "tools", "build", "node_modules", "typescript", "bin", "tsc");
  const { ok, output } = run("node", [compiler, "-p", "."], { cwd: project });
  return ok ? [] : output.split("\n");
}

/** A newer specification with a deadline that the page has changed too, and a description that it has not. */
function upgradeFaults(root, project) {
  const newer = join(project, "newer");
  cpSync(join(project, "node_modules", "@league-v2", "spec"), newer, { recursive: true });
  const document = join("canonical", "openrpc.yaml");
  edit(join(newer, document), (text) =>
    text
      .replace("and after 10 s in any case.", "and after 10 s if it is not awaited.")
      .replace(/(name: choose_parity\b.*?x-deadline-ms: )30000/s, "$120000"),
  );
  const program = join(project, "node_modules", ".bin", "league-codegen");
  const upgrade = ["upgrade", "--spec", "my-league", "--from", "newer"];
  const { ok, output } = run(program, upgrade, { cwd: project });
  const expected =
    /```console\n(.*?)```/s.exec(readFileSync(join(root, PAGE), "utf8"))?.[1] ?? "no such block";
  if (ok || !output.includes(expected.trim()))
    return [`the upgrade prints:\n${output}`, `expected:\n${expected}`];
  const before = join(project, "before");
  cpSync(join(project, "my-league"), before, { recursive: true });
  return Object.entries({ "--ours": 10_000, "--theirs": 20_000 }).flatMap(([side, deadline]) => {
    cpSync(before, join(project, "my-league"), { recursive: true });
    const settled = run(program, [...upgrade, side], { cwd: project });
    const merged = readFileSync(join(project, "my-league", document), "utf8");
    const isMerged =
      /not awaited/.test(merged) &&
      merged.includes(`x-deadline-ms: ${deadline}\n`) &&
      /comment_match/.test(merged);
    return settled.ok && isMerged ? [] : [`the upgrade with ${side} gives:\n${settled.output}\n${merged}`];
  });
}

function edit(file, change) {
  writeFileSync(file, change(readFileSync(file, "utf8")));
}
