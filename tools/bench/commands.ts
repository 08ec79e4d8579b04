/** What commands take of the processor, user and system together: the start of each, and the suite's quick run. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { atMost, type Contender, inRounds, rowOf, type Section } from "./report.ts";

interface Command extends Contender {
  readonly command: readonly string[];
  /** It would run on: it is ended, in order, at its first line of output. */
  readonly isServer?: boolean;
}

const { execPath: node } = process;
const bin = (name: string) => join(import.meta.dirname, "..", "..", "node_modules", ".bin", name);
const importSdk =
  'import { createPlayer } from "@league-v2/sdk"; createPlayer({ displayName: "A", choose: () => "even" });';

const helpOf = (name: string) => ({
  name: `${name} --help`,
  command: [bin(name), "--help"],
  limit: atMost(1.8),
});

const starts: readonly Command[] = [
  { name: "tsc --version", command: [bin("tsc"), "--version"] },
  { name: "node, an empty program", command: [node, "--eval", ""], remark: "the least that any can take" },
  helpOf("league"),
  helpOf("league-conformance"),
  {
    name: "league player",
    command: [bin("league"), "player", "--name", "A", "--league", "http://127.0.0.1:9/mcp"],
    isServer: true,
    limit: atMost(2.5),
    remark: "until it registers, and its end",
  },
  {
    name: "import @league-v2/sdk",
    command: [node, "--input-type=module", "--eval", importSdk],
    limit: atMost(1.5),
  },
];

export async function startup(isQuick: boolean): Promise<Section[]> {
  // Node keeps compiled code on the disk: what is measured is a second start.
  if (!isQuick) for (const contender of starts) await cpuSeconds(contender);
  const rows = await inRounds(starts, isQuick ? 1 : 21, async (one) => 1000 * (await cpuSeconds(one)));
  return [{ title: "Start: processor time of a second start", unit: "ms", rows }];
}

/** Of our agents; a smoke run has a few of its checks, on the last of them. */
export async function suite(isQuick: boolean): Promise<Section[]> {
  const options = ["--quick", "--quiet", ...(isQuick ? ["--group", "discovery"] : [])];
  const member = "--port {port} --league {league} --name {name}";
  const manager = "--port {port} --players {players} --referees {referees}";
  const contenders = Object.entries({ player: member, referee: member, manager }).map(([name, settings]) => {
    const agent = `${bin("league")} ${name} ${settings}`;
    const command = [bin("league-conformance"), name, ...options, "--command", agent];
    return { name, command, wallSeconds: [] as number[] };
  });
  const measured = isQuick ? contenders.slice(-1) : contenders;
  const rows = await inRounds(measured, isQuick ? 1 : 3, async (contender) => {
    const begin = performance.now();
    const seconds = await cpuSeconds(contender);
    contender.wallSeconds.push((performance.now() - begin) / 1000);
    return seconds;
  });
  return [
    { title: "Suite on our agents, the quick run: processor time, the agents' with it", unit: "s", rows },
    {
      title: "The same by the clock: most of it is waiting for what an agent should not do",
      unit: "s",
      rows: measured.map((contender) => rowOf(contender, contender.wallSeconds)),
    },
  ];
}

/** Prints the process id of the program, then its exit status and the times, its children's with them. */
const SCRIPT = '"$0" "$@" >&3 2>&1 & echo $!; wait $! 2>/dev/null; echo $?; times';

/** The processor time of a program and of the processes that it waited for, as the shell counts it. */
export async function cpuSeconds({ command, isServer = false }: Omit<Command, "name">): Promise<number> {
  const shell = spawn("bash", ["-c", SCRIPT, ...command], { stdio: ["ignore", "pipe", "inherit", "pipe"] });
  const [, stdout, , output] = shell.stdio as unknown as [null, Readable, null, Readable];
  if (isServer) {
    const [[pid]] = await Promise.all([once(stdout, "data"), once(output, "data")]);
    process.kill(Number(pid), "SIGTERM");
  }
  const [said, result] = await Promise.all([text(output), text(stdout)]);
  // The last lines: the exit status, the shell's own times, and those of its children as `0m0.102s 0m0.031s`.
  const found = /(\d+)\n.*\n(\d+)m([\d.]+)s (\d+)m([\d.]+)s\n$/.exec(result) ?? [];
  const [, status, userMinutes, user, systemMinutes, system] = found.map(Number);
  if (status !== 0 && !isServer) throw new Error(`${command.join(" ")} ended with ${status}: ${said}`);
  return 60 * (Number(userMinutes) + Number(systemMinutes)) + Number(user) + Number(system);
}
