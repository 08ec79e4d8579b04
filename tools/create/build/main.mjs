// Copies the helpers of the suite's Python examples into the folder from which the Python template takes them.
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const examples = join(import.meta.dirname, "..", "..", "..", "conformance", "examples");
const target = join(import.meta.dirname, "..", "dist", "python", "league_v2");

/** The dependencies of a player, and of the in-memory league of its test. */
const helpers = [
  "agent",
  "client",
  "json_rpc",
  "member",
  "outcome",
  "player_messages",
  "schedule",
  "server",
  "shapes",
  "store",
];

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const name of helpers)
  copyFileSync(join(examples, "league_v2", `${name}.py`), join(target, `${name}.py`));
copyFileSync(join(examples, "player.py"), join(target, "player.py"));
