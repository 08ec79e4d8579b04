import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { explain } from "@league-v2/contract";
import { expect } from "vitest";
import type { Json } from "../src/json.js";
import type { Model } from "../src/model/model.js";
import { contractJson } from "../src/python/contract.js";

export const generatedPython = fileURLToPath(new URL("../../../generated/python", import.meta.url));
export const ownPython = join(import.meta.dirname, "python");

const env = {
  ...process.env,
  PYTHONPATH: [generatedPython, ownPython].join(delimiter),
  PYTHONDONTWRITEBYTECODE: "1",
};

/** Runs a program with the emitted package on Python's path. */
export function run(program: string, args: readonly string[], input = "", cwd = ownPython) {
  const options = { cwd, env, input, encoding: "utf8", maxBuffer: 2 ** 28 } as const;
  const { status, stdout, stderr } = spawnSync(program, args, options);
  return { status, stdout, stderr };
}

/** What TypeScript finds, which Python must find too; all of it is compared in one process. */
export class Agreement {
  readonly #lines: string[] = [];

  /** The schemas of the values that follow. */
  contract(model: Model, dialect: string): void {
    this.#lines.push(JSON.stringify({ contract: contractJson(model, ""), dialect }));
  }

  /** All that is said of the value. */
  violations(name: string, data: Json, errors: Parameters<typeof explain>[0]): void {
    this.#lines.push(JSON.stringify({ name, data, violations: explain(errors, data) }));
  }

  expectNoDifference(): void {
    const { stdout, stderr } = run("python3", ["agree.py"], `${this.#lines.join("\n")}\n`);
    expect(stdout.split("\n").slice(0, 3).join("\n")).toBe("");
    expect(stderr).toMatch(/^\d+ compared\s*$/);
  }
}
