/**
 * A command loads what it uses. Its time cannot be tested on a busy machine; what its bundle imports can: everything but what is
 * imported on demand.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { mustBeBuilt } from "../../../reference-agents/test/league-process.js";
import { newFolder } from "../temporary-folder.js";

beforeAll(mustBeBuilt);

const root = join(import.meta.dirname, "..", "..", "..");
const commands = [
  ["reference-agents", "league.js"],
  ["conformance", "league-conformance.js"],
] as const;

interface Metafile {
  readonly outputs: {
    readonly [output: string]: {
      readonly bytes: number;
      readonly entryPoint?: string;
      readonly imports: readonly {
        readonly path: string;
        readonly kind: string;
        readonly external?: boolean;
      }[];
      readonly inputs: { readonly [source: string]: { readonly bytesInOutput: number } };
    };
  };
}

/**
 * What is loaded together with a source: the packages and the folders of our own sources in its chunks, and the packages outside of them.
 * @param entry from the folder
 */
function loadedWith(folder: string, entry: string) {
  const metafile = join(root, folder, "dist", "bundle", "metafile-esm.json");
  const { outputs } = JSON.parse(readFileSync(metafile, "utf8")) as Metafile;
  const chunks = new Set<string>();
  const names = new Set<string>();
  const load = (chunk: string) => {
    if (chunks.has(chunk)) return;
    chunks.add(chunk);
    for (const { path, kind, external } of outputs[chunk]?.imports ?? []) {
      if (kind !== "import-statement") continue;
      if (external !== true) load(path);
      else if (!path.startsWith("node:")) names.add(path);
    }
  };
  load(Object.keys(outputs).find((output) => outputs[output]?.entryPoint === entry) ?? "none");
  const sources = [...chunks].flatMap((chunk) =>
    Object.entries(outputs[chunk]?.inputs ?? {}).flatMap(([source, { bytesInOutput }]) =>
      bytesInOutput === 0 ? [] : [relative(root, join(root, folder, source))],
    ),
  );
  for (const source of sources) names.add(partOf(source));
  const bytes = [...chunks].reduce((sum, chunk) => sum + (outputs[chunk]?.bytes ?? 0), 0);
  return { names: [...names].toSorted(), sources, bytes, chunks: chunks.size };
}

function partOf(source: string): string {
  const packaged = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1];
  return (
    packaged ??
    source
      .replace(/\/(dist\/esm|src)\//, "/")
      .split("/")
      .slice(0, 2)
      .join("/")
  );
}

describe("the help loads the option tables only", () => {
  /** No file of the SDK, two small files of the contract, and no package but the one that reads the command line. */
  it.each([
    [
      "reference-agents",
      "src/cli/main.ts",
      [
        ...["@league-v2/contract/protocol", "@league-v2/contract/similar", "commander"],
        ...["cli", "settings", "store", "strategies"].map((folder) => `reference-agents/${folder}`),
      ],
    ],
    [
      "conformance",
      "src/cli/program.ts",
      ["cli", "package-folder.ts", "run-settings.ts"].map((name) => `conformance/${name}`),
    ],
  ])("of %s", (folder, entry, allowed) => {
    const { names, bytes } = loadedWith(folder, entry);
    expect(names).toEqual(folder === "conformance" ? ["commander", ...allowed] : allowed);
    expect(bytes).toBeLessThan(200_000);
  });
});

describe("an agent", () => {
  const usedByOthers =
    /^(@modelcontextprotocol\/sdk|zod|ajv|pg|pg-boss|kysely|yaml|@cfworker\/json-schema|sdk\/(mcp|testing)|preact|log-update)$/;

  /** Of the gateway, these few lines load the rest for the first message of another form. */
  const gateway = /^sdk\/.*\/wire\/(?!node\/|gateway\/wrapped\.)/;

  /** The page and what makes events of a recording; a recording itself is kept from the start. */
  const viewer = /viewer\/dist\/(?!record\/(index|recording)\.)/;

  it.each(["player", "referee", "manager"])(
    "%s loads its own parts: no database, no other wire form, no page",
    (role) => {
      const { names, sources } = loadedWith("reference-agents", `src/cli/run/run-${role}.ts`);
      expect(names.filter((name) => usedByOthers.test(name))).toEqual([]);
      expect(sources.filter((source) => gateway.test(source) || viewer.test(source))).toEqual([]);
      expect(names).toEqual(expect.arrayContaining([`sdk/${role}`, "pino"]));
    },
  );
});

it("the suite loads the checks without a YAML parser", () => {
  const { names } = loadedWith("conformance", "src/checks/registry.ts");
  expect(names).toContain("conformance/checks");
  expect(names).not.toContain("yaml");
});

describe("the SDK", () => {
  it("loads in a few files, with the contract", () => {
    const { names, chunks } = loadedWith("sdk", "dist/esm/index.js");
    expect(names).toContain("@league-v2/contract");
    expect(chunks).toBeLessThanOrEqual(26);
  });

  it("has one instance on Node, for any imported entries", () => {
    const { exports } = JSON.parse(readFileSync(join(root, "sdk", "package.json"), "utf8"));
    const modules = Object.entries<{ node?: string }>(exports).filter(([name]) => !name.endsWith(".json"));
    expect(modules.filter(([, { node }]) => !node?.startsWith("./dist/bundle/"))).toEqual([]);
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
        newFolder(),
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
