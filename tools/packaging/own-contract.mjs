// Follows the page about a custom contract word for word.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
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

/** The tarballs are installed already; the registry that these lines name has no such package yet. */
const INSTALLED = /^npm install (--save-dev )?@league-v2\//;

/**
 * @param page Markdown
 * @returns {{faults: string[], output: string}} what went wrong, and everything that the commands printed
 */
export function follow(page, project) {
  const text = readFileSync(page, "utf8");
  const programs = join(project, "node_modules", ".bin");
  const env = { ...process.env, PATH: [programs, process.env.PATH].join(delimiter) };
  let printed = "";
  for (const [, kind, file = "", body] of text.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)) {
    if (kind === "diff") change(join(project, file), body);
    else if (kind === "sh") {
      for (const line of body
        .trim()
        .split("\n")
        .filter((one) => !INSTALLED.test(one))) {
        const { ok, output } = run("sh", ["-c", here(line)], { cwd: project, env });
        printed += `${output}\n`;
        if (!ok) return { faults: [`"${line}" failed:`, ...output.split("\n")], output: printed };
      }
    } else if (file !== "") {
      mkdirSync(dirname(join(project, file)), { recursive: true });
      writeFileSync(join(project, file), body);
    } else if (kind === "text") {
      const missing = body
        .trim()
        .split("\n")
        .filter((line) => !printed.includes(line));
      if (missing.length > 0)
        return { faults: [`not printed: ${missing.join(" | ")}`, printed], output: printed };
    }
  }
  return { faults: [], output: printed };
}

/**
 * Without the network, and without `npx`, whose own start costs more than most commands: the PATH names what it would find. Of the
 * suite, the checks of the message that the page changes.
 */
function here(line) {
  return line
    .replaceAll(/\bnpx (?=league)/g, "")
    .replace("player --quick", "player --group choice")
    .replace(/^npm install$/, "npm install --prefer-offline --no-audit --no-fund --ignore-scripts");
}

/**
 * Changes a file as a diff says: lines with a space or a minus are looked for, lines with a plus take their place. After
 * `@@ text`, they are looked for from the first line on that holds the text.
 */
function change(file, diff) {
  let text = readFileSync(file, "utf8");
  for (const hunk of diff.split(/^(?=@@ )/m)) {
    const [first, ...rest] = hunk.trimEnd().split("\n");
    const anchor = first.startsWith("@@ ") ? first.slice(3) : "";
    const lines = anchor === "" ? [first, ...rest] : rest;
    const side = (sign) =>
      lines
        .filter((line) => line[0] !== sign)
        .map((line) => `${line.slice(1)}\n`)
        .join("");
    const [before, after] = [side("+"), side("-")];
    const from = text.indexOf(anchor);
    const at = from === -1 ? -1 : text.indexOf(before, from);
    if (at === -1) throw new Error(`${file} has no\n${before}after "${anchor}"`);
    text = text.slice(0, at) + after + text.slice(at + before.length);
  }
  writeFileSync(file, text);
}
