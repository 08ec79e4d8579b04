import { readFileSync } from "node:fs";
import { systemReason } from "./output-folder.js";
import { run, UNWRITTEN } from "./program.js";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

const ending = new AbortController();
process.once("SIGINT", () => ending.abort());
process.once("SIGTERM", () => ending.abort());

// A reader that ends early, such as `head`, is no fault; and the later errors of a stream follow from its first one.
let broken: NodeJS.ErrnoException | undefined;
process.stdout.on("error", (error) => {
  broken ??= error;
});
process.stderr.on("error", () => {});

const terminal = { out: (text: string) => console.log(text), error: (text: string) => console.error(text) };
process.exitCode = await run(process.argv.slice(2), terminal, version, ending.signal);
await new Promise((resolve) => process.stdout.write("", resolve));
if (broken !== undefined && broken.code !== "EPIPE") {
  terminal.error(`error: cannot write the standard output: ${systemReason(broken)}`);
  process.exitCode = UNWRITTEN;
}
