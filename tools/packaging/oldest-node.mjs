// The programs on the oldest Node that the packages promise to run on. It is downloaded, so only `FULL=1` tries it.
import { mkdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { demand, run } from "./run.mjs";

const PLAYER = "league player --port {port} --league {league} --name {name} --data {data}";
const MANAGER = "league manager --port {port} --players {players} --referees {referees} --data {data}";

/** The first commands of a user: a league, one that is stored, and the suite. */
const COMMANDS = [
  ["league", "play", "--memory", "--players", "4", "--seed", "7"],
  ["league", "play", "--players", "2", "--seed", "7"],
  ["league-conformance", "player", "--quick", "--command", PLAYER],
  ["league-conformance", "manager", "--quick", "--command", MANAGER],
  ["league-codegen", "--help"],
  ["create-agent", "on-oldest-node", "--template", "player", "--yes"],
];

/** @returns {string[]} which program fails, and what it says */
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
