/** One league over HTTP whose page is watched, in a separate process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface WatchedLeague {
  /** The CPU time of the league; its watchers are other processes. */
  readonly cpuSeconds: number;
  /** From the first watcher to the end of the league. */
  readonly seconds: number;
  /** The data sent to all watchers. */
  readonly bytes: number;
}

const program = join(import.meta.dirname, "../../../../reference-agents/bin/league.js");
const inFolder = (name: string) => join(import.meta.dirname, name);

export async function watchedLeague(players: number, watchers: number): Promise<WatchedLeague> {
  const strategy = inFolder("thinking-strategy.ts");
  const options = ["--players", String(players), "--referees", "4", "--seed", "1", "--strategies", strategy];
  const league = spawn(
    process.execPath,
    ["--import", inFolder("cpu-at-exit.ts"), program, "play", "--watch", ...options],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const log = createInterface(league.stderr);
  const ended = once(log, "close");
  let [address, begun, seconds, cpuSeconds] = ["", 0, 0, 0];
  let reading: Promise<number> = Promise.resolve(0);
  log.on("line", (line) => {
    address = /^watch the league at (\S+)/.exec(line)?.[1] ?? address;
    if (line.startsWith("watch the league")) {
      begun = performance.now();
      reading = bytesReadBy(watchers, address);
    } else if (line.startsWith("the league is complete")) {
      seconds = (performance.now() - begun) / 1000;
      league.kill("SIGTERM");
    } else cpuSeconds = Number(/^cpu-seconds (\S+)/.exec(line)?.[1] ?? cpuSeconds);
  });
  await ended;
  const bytes = await reading;
  if (seconds === 0 || cpuSeconds === 0) throw new Error("the league came to no end");
  if (watchers > 0 && bytes === 0) throw new Error("the watchers were sent nothing");
  return { cpuSeconds, seconds, bytes };
}

async function bytesReadBy(watchers: number, address: string): Promise<number> {
  if (watchers === 0) return 0;
  const reader = spawn(process.execPath, [inFolder("read-events.ts"), address, String(watchers)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(reader.stdout), "line");
  return Number(line);
}
