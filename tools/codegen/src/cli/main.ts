import { run } from "./program.js";

const ending = new AbortController();
process.once("SIGINT", () => ending.abort());
process.once("SIGTERM", () => ending.abort());

const terminal = { out: (text: string) => console.log(text), error: (text: string) => console.error(text) };
process.exitCode = await run(process.argv.slice(2), terminal, ending.signal);
