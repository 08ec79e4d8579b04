import { readFileSync } from "node:fs";
import { run } from "./program.js";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

const ending = new AbortController();
process.once("SIGINT", () => ending.abort());
process.once("SIGTERM", () => ending.abort());

const terminal = { out: (text: string) => console.log(text), error: (text: string) => console.error(text) };
process.exitCode = await run(process.argv.slice(2), terminal, version, ending.signal);
