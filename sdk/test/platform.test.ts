/** The platform rule (architecture rules 1 and 10): code uses time, randomness and the network only through passed interfaces. */
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

interface Source {
  readonly path: string;
  readonly text: string;
}

function sourcesIn(folder: string): Source[] {
  const names = readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(name))
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(`${root}${folder}/${name}`, "utf8") }));
}

/** Names that only files in `platform/` may use. `Date` is included, because `new Date(0)` and `new Date()` are easily confused. */
const platformNames = new Set([
  "Date",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "queueMicrotask",
  "performance",
  "fetch",
  "crypto",
]);

/** Pure functions of `Date`: they convert, and do not read the current time. */
const pure = new Set(["UTC", "parse"]);

/** Most files contain none of these names, and need not be parsed. */
const namesOne = new RegExp(`\\b(Math|globalThis|${[...platformNames].join("|")})\\b`);

/** Uses of these names outside of `platform/`, with their lines. */
function directUses({ path, text }: Source): string[] {
  if (!namesOne.test(text)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = touched(node);
    if (name !== null)
      found.push(`${path}:${source.getLineAndCharacterOfPosition(node.pos).line + 1} ${name}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function touched(node: ts.Node): string | null {
  if (ts.isPropertyAccessExpression(node)) {
    const [object, member] = [node.expression.getText(), node.name.text];
    if (object === "Math" && member === "random") return "Math.random";
    return object === "globalThis" && platformNames.has(member) ? `globalThis.${member}` : null;
  }
  if (!ts.isIdentifier(node) || !platformNames.has(node.text)) return null;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) {
    if (parent.name === node) return null;
    return node.text === "Date" && pure.has(parent.name.text) ? null : node.text;
  }
  const isName =
    (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isPropertySignature(parent)) &&
    parent.name === node;
  return isName || ts.isTypeNode(parent) || ts.isTypeQueryNode(parent) ? null : node.text;
}

/** Converting given milliseconds to text reads no clock. */
const formatters = ["conformance/src/time/iso-time.ts"];

const isPlatformFile = ({ path }: Source) =>
  path.startsWith("sdk/src/platform/") || formatters.includes(path);

/** The fetch adapter implements a transport. */
const adapters: Record<string, string[]> = {
  "sdk/src/fetch/fetch-transport.ts": ["globalThis.fetch"],
};

describe.each(["sdk/src", "reference-agents/src", "conformance/src"])("%s", (folder) => {
  it("uses time, randomness and the network through the passed platform only", () => {
    const found = sourcesIn(folder)
      .filter((source) => !isPlatformFile(source))
      .flatMap((source) => {
        const allowed = adapters[source.path] ?? [];
        return directUses(source).filter((line) => !allowed.some((name) => line.endsWith(` ${name}`)));
      });
    expect(found).toEqual([]);
  });
});

function importsOf({ path, text }: Source): { path: string; name: string }[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => ({ path, name: fileName }));
}

/** These files with all files that they import by relative paths. */
function reachableFrom(entry: string, sources: readonly Source[]): Source[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reached = new Set<Source>();
  const visit = (path: string): void => {
    const source = byPath.get(path);
    if (source === undefined || reached.has(source)) return;
    reached.add(source);
    for (const { name } of importsOf(source)) {
      if (name.startsWith(".")) visit(posix.join(posix.dirname(path), name.replace(/\.js$/, ".ts")));
    }
  };
  visit(entry);
  return [...reached];
}

describe("imports", () => {
  it("of the SDK are its own files, the contract, and Node's modules in the Node adapter", () => {
    const foreign = sourcesIn("sdk/src")
      .flatMap(importsOf)
      .filter(({ path, name }) => {
        if (/^(\.|@league-v2\/contract(\/|$))/.test(name)) return false;
        return !(name.startsWith("node:") && path.startsWith("sdk/src/node/"));
      });
    expect(foreign).toEqual([]);
  });

  it("of the contract are its own files; fast-check and msw are imported only by separate entries", () => {
    const sources = sourcesIn("generated/src");
    const foreign = (files: readonly Source[]) =>
      new Set(files.flatMap(importsOf).flatMap(({ name }) => (name.startsWith(".") ? [] : [name])));
    expect([...foreign(reachableFrom("generated/src/index.ts", sources))]).toEqual([]);
    expect(["fast-check", "msw"]).toEqual(expect.arrayContaining([...foreign(sources)]));
  });
});

it("the search finds each forbidden use", () => {
  const text = `
    const a = Date.now(); const b = new Date(); const c = new Date(5); setTimeout(f, 1); Math.random();
    globalThis.fetch("x"); fetch("x"); crypto.getRandomValues(x); Date.UTC(2025, 0); clock.fetch; ({ crypto: 1 });`;
  const found = directUses({ path: "x.ts", text }).map((line) => line.split(" ")[1]);
  expect(found).toEqual([
    "Date",
    "Date",
    "Date",
    "setTimeout",
    "Math.random",
    "globalThis.fetch",
    "fetch",
    "crypto",
  ]);
});
