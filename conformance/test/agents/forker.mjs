// Ignores SIGTERM, and leaves a child behind in a separate session that ignores it too.
import { spawn } from "node:child_process";
import { createServer } from "node:net";

process.on("SIGTERM", () => undefined);
if (process.argv[2] === "child") {
  setInterval(() => undefined, 1_000);
} else {
  spawn(process.execPath, [process.argv[1], "child"], { detached: true, stdio: "ignore" }).unref();
  createServer(() => undefined).listen(Number(process.env.PORT), "127.0.0.1");
}
