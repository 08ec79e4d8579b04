// Follows the page about a custom contract word for word.
import { writeFileSync } from "node:fs";
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
  return faults.length > 0 ? faults : typeFaults(root, project);
}

function typeFaults(root, project) {
  writeFileSync(join(project, "uses.ts"), USES);
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["uses.ts"] }));
  const compiler = join(root, "tools", "build", "node_modules", "typescript", "bin", "tsc");
  const { ok, output } = run("node", [compiler, "-p", "."], { cwd: project });
  return ok ? [] : output.split("\n");
}
