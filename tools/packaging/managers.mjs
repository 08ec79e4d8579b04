// The lines with which npm, pnpm and Yarn install packed packages. Each tarball asks the registry for the packages of ours that it
// needs; npm takes those that are installed with it, the others are told so in the project's manifest.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { demand, run } from "./run.mjs";

/** @param {{name: string, tarball: string}[]} packages @returns {Record<"npm" | "pnpm" | "yarn", string>} for a POSIX shell */
export function installLines(packages) {
  const files = packages.map(({ tarball }) => quoted(tarball)).join(" ");
  const instead = JSON.stringify(
    Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`])),
  );
  const told = (key) => `npm pkg set --json ${quoted(`${key}=${instead}`)}`;
  const named = packages.map(({ name, tarball }) => quoted(`${name}@file:${tarball}`)).join(" ");
  return {
    npm: `npm install ${files}`,
    pnpm: `${told("pnpm.overrides")} && pnpm add ${files}`,
    yarn: `${told("resolutions")} && yarn add ${named}`,
  };
}

/**
 * Follows the lines in an empty project each, and plays a league there. The managers are downloaded, so only `FULL=1` tries it.
 * @param {string} scratch an empty folder
 * @returns {string[]} which manager fails, and what it says
 */
export function managerFaults(packages, scratch) {
  const managers = join(scratch, "managers");
  demand("npm", [
    "install",
    "--no-audit",
    "--no-fund",
    "--prefix",
    managers,
    "pnpm@10",
    "@yarnpkg/cli-dist@4",
  ]);
  const PATH = `${join(managers, "node_modules", ".bin")}:${process.env.PATH}`;
  const start = { npm: "npx", pnpm: "pnpm exec", yarn: "yarn" };
  return Object.entries(installLines(packages)).flatMap(([manager, line]) => {
    const project = join(scratch, manager);
    const play = `${start[manager]} league play --players 2 --data d`;
    const script = `mkdir ${quoted(project)} && cd ${quoted(project)} && npm init --yes && ${line} && ${play}`;
    const { ok, output } = run("bash", ["-c", script], { env: { ...process.env, PATH } });
    rmSync(project, { recursive: true, force: true });
    return ok ? [] : [`${manager}: ${line}`, ...output.split("\n").slice(-20)];
  });
}

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
