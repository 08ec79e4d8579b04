/** The program `create-agent`: the only file that uses `process`. */
import { getSystemErrorMessage } from "node:util";
import { run, UNWRITTEN } from "./program.js";
import { askOn } from "./terminal.js";

const { stdin, stdout } = process;
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());

// A reader that ends early, such as `head`, is no fault; and the later errors of a stream follow from its first one.
let broken: NodeJS.ErrnoException | undefined;
stdout.on("error", (error) => {
  broken ??= error;
});

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => console.log(text),
  error: (text) => console.error(text),
  folder: process.cwd(),
  ask: stdin.isTTY && stdout.isTTY ? askOn(stdin, (text) => stdout.write(text), stop.signal) : null,
});
await new Promise((resolve) => stdout.write("", resolve));
if (broken !== undefined && broken.code !== "EPIPE") {
  const reason = broken.errno === undefined ? broken.message : getSystemErrorMessage(broken.errno);
  console.error(`NOT_WRITTEN: cannot write the standard output: ${reason} (${broken.code})`);
  process.exitCode = UNWRITTEN;
}
