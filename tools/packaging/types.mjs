// Two linters of packages that test several resolvers.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { filterProblems, problemKindInfo } from "@arethetypeswrong/core/problems";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { documentsOf } from "./pack.mjs";

/**
 * Node's ESM resolver, and bundlers. `node10` is left out, as it does not support `exports`; `node16-cjs`, as it does not know
 * that Node 22 can `require` ES modules.
 */
const RESOLVERS = ["node16-esm", "bundler"];

/** @returns {Promise<string[]>} what publint and attw say of the tarballs */
export async function typeFaults(packages) {
  const faults = await Promise.all(packages.flatMap((one) => [publintFaults(one), attwFaults(one)]));
  return faults.flat();
}

async function publintFaults({ name, tarball, manifest }) {
  const buffer = bytesOf(tarball).buffer;
  const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
  return messages.map((message) => `publint on ${name}: ${formatMessage(message, manifest)}`);
}

/** Of every entry but the JSON files, which have no types to get wrong. */
async function attwFaults(one) {
  const json = documentsOf(one).map((specifier) => specifier.slice(one.name.length + 1));
  const analysis = await checkPackage(indexed(createPackageFromTarballData(bytesOf(one.tarball))), {
    excludeEntrypoints: json,
  });
  if (!analysis.types) return [`attw on ${one.name}: no types`];
  const problems = RESOLVERS.flatMap((resolutionKind) => filterProblems(analysis, { resolutionKind }));
  return [...new Set(problems)].map(
    (problem) => `attw on ${one.name}: ${problemKindInfo[problem.kind].title} ${JSON.stringify(problem)}`,
  );
}

/** The resolvers ask for folders all the time, and attw searches the names of all files for each answer. */
function indexed(files) {
  const folders = new Set(files.listFiles().flatMap(foldersOf));
  files.directoryExists = (path) => folders.has(path.replace(/\/$/, "") || "/");
  return files;
}

function foldersOf(path) {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersOf(folder)];
}

function bytesOf(tarball) {
  return new Uint8Array(readFileSync(tarball));
}
