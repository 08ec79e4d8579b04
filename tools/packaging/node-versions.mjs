// What an old Node says, and the oldest one that is promised.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { demand, run } from "./run.mjs";

const PLAYER = `
import { createPlayer } from "@league-v2/sdk";
import { serve } from "@league-v2/sdk/node";
await serve(createPlayer({ displayName: "A", choose: () => "even" })).catch(({ message }) => console.log(message));`;
const PROGRAMS = ["league", "league-conformance", "league-codegen", "create-agent"];

/**
 * @param systemPath the PATH before the repository's own Node was put in front
 * @returns {string[]} which program does not say in one line what it needs
 */
export function oldNodeFaults(project, systemPath) {
  const old = systemPath
    .split(delimiter)
    .map((folder) => join(folder, "node"))
    .find((node) => existsSync(node) && isTooOld(node));
  if (old === undefined) return [];
  const library = run(old, ["--input-type=module", "--eval", PLAYER], { cwd: project });
  const isNamed = /^league\.v2 needs Node\.js 22\.16 or newer$/.test(library.output);
  const ofLibrary = isNamed ? [] : [`a player on ${old} prints:\n${library.output}`];
  const ofPrograms = PROGRAMS.flatMap((program) => {
    const { output } = run(old, [join(project, "node_modules", ".bin", program), "--help"]);
    const isPlain = /^[-a-z]+ needs Node\.js 22\.16 or newer; this is v[\d.]+\.$/.test(output);
    return isPlain ? [] : [`${program} on ${old} prints:\n${output}`];
  });
  return [...ofLibrary, ...ofPrograms];
}

function isTooOld(node) {
  const [major] = run(node, ["--version"]).stdout.slice(1).split(".").map(Number);
  return major < 22;
}

const PLAYER_COMMAND = "league player --port {port} --league {league} --name {name} --data {data}";
const MANAGER_COMMAND =
  "league manager --port {port} --players {players} --referees {referees} --data {data}";

/** The first commands of a user: a league, one that is stored, and the suite. */
const COMMANDS = [
  ["league", "play", "--memory", "--players", "4", "--seed", "7"],
  ["league", "play", "--players", "2", "--seed", "7"],
  ["league-conformance", "player", "--quick", "--command", PLAYER_COMMAND],
  ["league-conformance", "manager", "--quick", "--command", MANAGER_COMMAND],
  ["league-codegen", "--help"],
  ["create-agent", "on-oldest-node", "--template", "player", "--yes"],
];

/**
 * The programs on the oldest Node that the packages promise to run on. It is downloaded, so only `FULL=1` tries it.
 * @returns {string[]} which program fails, and what it says
 */
export function oldestNodeFaults(root, project, scratch) {
  const node = installedNode(oldestVersion(root), join(scratch, "oldest-node"));
  const programs = join(project, "node_modules", ".bin");
  const env = { ...process.env, PATH: [node, programs, process.env.PATH].join(delimiter) };
  const home = join(scratch, "on-oldest-node");
  mkdirSync(home);
  return COMMANDS.flatMap(([program, ...args]) => {
    const { ok, output } = run(program, args, { cwd: home, env });
    return ok ? [] : [`${program} ${args.join(" ")} fails:`, ...output.split("\n")];
  });
}

/** The first version of the range in `engines`. */
function oldestVersion(root) {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return `${engines.node.replace(">=", "")}.0`;
}

/** @returns {string} the folder of the program */
function installedNode(version, folder) {
  mkdirSync(folder);
  const platform = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${platform}-${process.arch}`;
  demand("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, `${name}@${version}`]);
  return join(folder, "node_modules", name, "bin");
}
