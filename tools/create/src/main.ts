/** The program `create-agent`: the only file that uses `process`. */
import { run } from "./program.js";
import { askOn } from "./terminal.js";

const { stdin, stdout } = process;
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => console.log(text),
  error: (text) => console.error(text),
  folder: process.cwd(),
  ask: stdin.isTTY && stdout.isTTY ? askOn(stdin, (text) => stdout.write(text), stop.signal) : null,
});
