/** A command loads what it uses. Its time cannot be tested on a busy machine; the modules that it loads can. */
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { assertBuilt, filesLoadedBy, loadedBy } from "./loaded-modules.js";

beforeAll(assertBuilt);

const root = join(import.meta.dirname, "..", "..", "..");
const commands = [
  ["reference-agents", "league.js"],
  ["conformance", "league-conformance.js"],
] as const;

/** The packages, and the folders of our own sources, that files belong to. */
function parts(sources: readonly string[]): string[] {
  const names = sources.map((source) => {
    const packaged = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1];
    return (
      packaged ?? source.replace("/dist/esm/", "/").replace("/src/", "/").split("/").slice(0, 2).join("/")
    );
  });
  return [...new Set(names)].toSorted();
}

describe("the help", () => {
  it.each([
    ["reference-agents", "league.js", ["--help"]],
    ["reference-agents", "league.js", ["player", "--help"]],
    ["reference-agents", "league.js", ["new", "--help"]],
    ["conformance", "league-conformance.js", ["--help"]],
    ["conformance", "league-conformance.js", ["player", "--help"]],
  ])("of %s/bin/%s %j loads the option tables only", async (folder, bin, args) => {
    const { sources, bundledBytes } = await loadedBy(folder, bin, args);
    expect(parts(sources)).toEqual(allowed[folder]);
    expect(sources.some((source) => source.endsWith("/cli/program.ts"))).toBe(true);
    expect(bundledBytes).toBeLessThan(200_000);
  });
});

/** No file of the SDK, two small files of the contract, and no package but the one that reads the command line. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "reference-agents": [
    "commander",
    "generated/protocol.js",
    "generated/similar.js",
    "reference-agents/bin",
    "reference-agents/cli",
    "reference-agents/log",
    "reference-agents/settings",
    "reference-agents/store",
    "reference-agents/strategies",
  ],
  conformance: [
    "commander",
    "conformance/bin",
    "conformance/cli",
    "conformance/package-folder.ts",
    "conformance/run-settings.ts",
    "conformance/usage-error.ts",
  ],
};

describe("an agent", () => {
  const nowhere = "http://127.0.0.1:9";
  const usedByOthers =
    /^(@modelcontextprotocol\/sdk|zod|ajv|pg|pg-boss|kysely|yaml|@cfworker\/json-schema|sdk\/(wire|mcp|testing)|preact|log-update)$/;

  it.each([
    ["player", ["player", "--name", "A", "--league", nowhere], "registers with"],
    ["referee", ["referee", "--name", "R", "--league", nowhere], "registers with"],
    ["manager", ["manager", "--port", "0"], "listens at"],
  ])("%s loads its own parts: no database, no other wire form", async (role, args, stopAt) => {
    const { sources } = await loadedBy("reference-agents", "league.js", args, stopAt);
    const loaded = parts(sources.filter((source) => !readers.test(source)));
    expect(loaded.filter((part) => usedByOthers.test(part))).toEqual([]);
    expect(sources.filter((source) => viewer.test(source))).toEqual([]);
    expect(loaded).toContain(`sdk/${role}`);
    expect(loaded).toContain("pino");
  });

  /** These few lines load the gateway for the first message of another form. */
  const readers = /sdk\/.*\/wire\/(node\/|gateway\/wrapped\.)/;

  /** The page and what makes events of a recording; a recording itself is kept from the start. */
  const viewer =
    /viewer\/(dist\/page|src\/(?!record\/(index|recording|record-agent)\.)|dist\/(?!record\/(index|recording|record-agent)\.))/;
});

describe("the suite", () => {
  it("loads the checks when it lists them, and no YAML parser", async () => {
    const { sources } = await loadedBy("conformance", "league-conformance.js", ["list", "player"]);
    expect(parts(sources)).toContain("conformance/checks");
    expect(parts(sources)).not.toContain("yaml");
  });
});

describe("the SDK", () => {
  const importing = (specifiers: readonly string[]) => [
    "--input-type=module",
    "--eval",
    specifiers.map((specifier) => `await import("${specifier}");`).join("\n"),
  ];

  it("loads in a few files, with the contract", async () => {
    const files = await filesLoadedBy(importing(["@league-v2/sdk"]));
    expect(files.some((file) => file.endsWith("generated/dist/bundle/index.js"))).toBe(true);
    expect(files.length).toBeLessThanOrEqual(26);
  });

  it("has one instance, for any imported entries", async () => {
    const files = await filesLoadedBy(
      importing(
        ["", "/node", "/game", "/fetch", "/memory", "/testing", "/wire", "/client", "/store"].map(
          (entry) => `@league-v2/sdk${entry}`,
        ),
      ),
    );
    expect(files.filter((file) => file.includes("sdk/dist/esm/"))).toEqual([]);
  });
});

describe("a command on a Node that cannot run it", () => {
  it.each(commands)("%s/bin/%s says in one line which Node it needs", (folder, bin) => {
    const old = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })`;
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        "--import",
        `data:text/javascript,${encodeURIComponent(old)}`,
        join(root, folder, "bin", bin),
        "--help",
      ],
      { encoding: "utf8" },
    );
    expect(stderr).toMatch(/^league[-a-z]* needs Node\.js 22\.16 or newer; this is v[\d.]+\.\n$/);
    expect(status).toBe(2);
  });

  it("league manager --data says in one line that SQLite is missing", () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        "--no-experimental-sqlite",
        join(root, "reference-agents/bin/league.js"),
        "manager",
        "--port",
        "0",
        "--data",
        mkdtempSync(join(tmpdir(), "league-no-sqlite-")),
      ],
      { encoding: "utf8" },
    );
    expect(stderr).toMatch(/^DATA_INIT_FAILED: this Node\.js \(v[\d.]+\) has no SQLite\. [^\n]+\n$/);
    expect(status).toBe(1);
  });

  it.each(commands)("%s/bin/%s starts where no cache can be written", (folder, bin) => {
    const { status } = spawnSync(process.execPath, [join(root, folder, "bin", bin), "--help"], {
      env: { ...process.env, TMPDIR: join(root, "package.json", "none") },
    });
    expect(status).toBe(0);
  });
});
