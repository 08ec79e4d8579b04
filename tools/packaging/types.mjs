// Two linters of packages that know how resolvers differ.
import { readFileSync } from "node:fs";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { documentsOf } from "./pack.mjs";
import { run } from "./run.mjs";

/** @returns {Promise<string[]>} what publint and attw say of the tarballs */
export async function typeFaults(packages) {
  const faults = await Promise.all(packages.map(publintFaults));
  return [...faults.flat(), ...packages.flatMap(attwFaults)];
}

async function publintFaults({ name, tarball, manifest }) {
  const bytes = readFileSync(tarball);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
  return messages.map((message) => `publint on ${name}: ${formatMessage(message, manifest)}`);
}

/**
 * Profile `node16` asks Node's ESM and CJS resolvers and bundlers, and leaves out `node10`: that resolver does not know
 * `exports`, so that no package with subpaths satisfies it. JSON files have no types to get wrong.
 */
function attwFaults(one) {
  const json = documentsOf(one).map((specifier) => specifier.slice(one.name.length + 1));
  const exclude = json.length === 0 ? [] : ["--exclude-entrypoints", ...json];
  const args = [
    one.tarball,
    "--profile",
    "node16",
    "--format",
    "ascii",
    "--no-emoji",
    "--no-color",
    ...exclude,
  ];
  const { ok, output } = run("attw", args);
  return ok ? [] : [`attw on ${one.name}:\n${output}`];
}
