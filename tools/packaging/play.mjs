// The promise of the README: its ten lines of TypeScript are a player that registers and plays.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { run } from "./run.mjs";

const NAME = "Agent Alpha";
const TIMEOUT_MS = 20_000;

/**
 * The strictest options of a user: all our types are checked, without those of Node. Only the
 * compiler's libraries are not checked.
 */
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  skipDefaultLibCheck: true,
  types: [],
  target: "es2022",
  module: "nodenext",
  moduleResolution: "nodenext",
  outDir: "out",
};

/** @returns {Promise<string[]>} what hinders the README's player from compiling, registering or playing to the end */
export async function playFaults(root, project) {
  const [leaguePort, refereePort, rivalPort, playerPort] = await freePorts(4);
  const league = `http://127.0.0.1:${leaguePort}/mcp`;
  const source = playerOf(readFileSync(join(root, "README.md"), "utf8"));
  writeFileSync(
    join(project, "player.ts"),
    source.replace("8101", playerPort).replace("http://127.0.0.1:8000/mcp", league),
  );
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["player.ts"] }));
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const compiled = run("node", [compiler, "-p", "."], { cwd: project });
  if (!compiled.ok) return compiled.output.split("\n");

  const bin = (...args) => start(project, join("node_modules", ".bin", "league"), args.map(String));
  const home = ["--league", league, "--name"];
  const manager = bin("manager", "--port", leaguePort, "--players", 2, "--referees", 1, "--data", "data");
  const programs = [manager];
  try {
    await listening(leaguePort, manager);
    programs.push(
      bin("referee", "--port", refereePort, ...home, "Whistle"),
      bin("player", "--port", rivalPort, ...home, "Rival"),
      start(project, "node", ["out/player.js"]),
    );
    const faults = await Promise.all(programs.map(endFaults));
    return faults.some((list) => list.length > 0) ? faults.flat() : standingFaults(project);
  } finally {
    for (const { child } of programs) child.kill("SIGKILL");
  }
}

/** The README's first example that serves a player. */
function playerOf(readme) {
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  const example = examples.find((code) => code.includes("serve(player"));
  if (example === undefined) throw new Error("README.md has no example that serves a player");
  return example;
}

function start(project, command, args) {
  const child = spawn(command, args, { cwd: project, stdio: ["ignore", "pipe", "pipe"] });
  const program = { child, title: [command, ...args].join(" "), output: "", ended: once(child, "exit") };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      program.output += text;
    });
  }
  return program;
}

/** The league manager shuts all of them down when the league is complete. */
async function endFaults({ ended, title, ...program }) {
  const giveUp = new AbortController();
  const late = pause(TIMEOUT_MS, ["nothing"], { signal: giveUp.signal }).catch(() => ["nothing"]);
  const [code] = await Promise.race([ended, late]);
  giveUp.abort();
  return code === 0 ? [] : [`${title} ended with ${code} after at most ${TIMEOUT_MS} ms`, program.output];
}

function standingFaults(project) {
  const { state, standings } = JSON.parse(readFileSync(join(project, "data", "standings.json"), "utf8"));
  const row = standings.find(({ display_name }) => display_name === NAME);
  const played = state === "LEAGUE_COMPLETE" && row?.played === 1;
  return played ? [] : [`"${NAME}" did not play: ${JSON.stringify({ state, standings })}`];
}

async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => String(server.address().port));
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}

/** Resolves when the port accepts a connection. */
async function listening(port, { child, ended, ...program }) {
  for (const end = performance.now() + TIMEOUT_MS; performance.now() < end; ) {
    if (child.exitCode !== null) break;
    const socket = connect(Number(port), "127.0.0.1");
    const answered = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (answered) return;
    await pause(20);
  }
  throw new Error(`no process listens on port ${port}: ${program.output}`);
}
