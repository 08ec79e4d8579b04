/** The emitted Python package: its own tests, its types, and its wheel. */
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as contract from "@league-v2/contract";
import { expect, test } from "vitest";
import { newFolder } from "../../gate/temporary-folder.js";
import { fieldFaults, messagesOf } from "../src/emit/examples.js";
import { wireName } from "../src/emit/messages.js";
import type { Json } from "../src/json.js";
import { load } from "../src/load/load.js";
import { real } from "./mini.js";
import { Agreement, generatedPython as generated, ownPython as own, run } from "./run-python.js";

/** The first Python that has a module, which is that of Debian on some machines; null if none has. */
function pythonWith(module: string): string | null {
  return (
    ["python3", "/usr/bin/python3"].find((one) => run(one, ["-c", `import ${module}`]).status === 0) ?? null
  );
}

test("its own tests", () => {
  const { status, stderr } = run("python3", ["-m", "unittest", "discover", "-s", own]);
  expect(stderr).toMatch(/OK\s*$/);
  expect(status).toBe(0);
});

test("it describes the faults of every message as TypeScript does", () => {
  const python = new Agreement();
  const { model } = load(real);
  for (const dialect of model.dialects) {
    python.contract(model, dialect.name);
    const validators = dialect.isMain ? contract.validators : contract.flat.validators;
    for (const type of messagesOf(dialect)) {
      const validate = validators[wireName(dialect, type)];
      const { examples = [], "x-near-misses": nearMisses = [] } = type.schema;
      const faults = [...contract.faultsOf(fieldFaults(dialect, type)), ...nearMisses];
      for (const data of [
        ...examples,
        ...examples.flatMap((one) => faults.map((fault) => contract.withFault(one, fault))),
      ]) {
        if (data === undefined) continue;
        validate?.(data);
        python.violations(type.name, data as Json, validate?.errors);
      }
    }
  }
  python.expectNoDifference();
});

const mypy = pythonWith("mypy");
test.skipIf(mypy === null)("mypy accepts the package in its strict mode", () => {
  const folder = newFolder();
  const options = ["--strict", "--python-version", "3.10", "--cache-dir", folder];
  const { stdout } = run(mypy ?? "", ["-m", "mypy", ...options, join(generated, "league_v2")], "", folder);
  expect(stdout).toMatch(/^Success/);
});

const build = pythonWith("build");
test.skipIf(build === null)("the wheel has the whole package, and starts where only it is installed", () => {
  const folder = newFolder();
  cpSync(generated, folder, { recursive: true });
  const made = run(build ?? "", ["-m", "build", "--wheel", "--no-isolation", "--outdir", "made"], "", folder);
  expect(made.stderr + made.stdout).toMatch(/Successfully built/);
  const files = readdirSync(join(folder, "made"));
  expect(files).toEqual(["league_v2-0.1.0-py3-none-any.whl"]);
  const wheel = join(folder, "made", files[0] ?? "");
  const installed = join(folder, "installed");
  run("python3", ["-m", "zipfile", "-e", wheel, installed], "", folder);
  expect(readdirSync(join(installed, "league_v2")).toSorted()).toEqual(
    readdirSync(join(generated, "league_v2")).toSorted(),
  );
  const start = [
    "-c",
    "import sys; sys.path[:0] = sys.argv[1:]; import league_v2; print(league_v2.__file__)",
  ];
  expect(run("python3", ["-I", ...start, installed], "", folder).stdout.trim()).toBe(
    join(installed, "league_v2", "__init__.py"),
  );
});
