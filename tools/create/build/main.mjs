// Copies the generated Python package into the folder from which the Python template takes it.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..", "..");
const target = join(import.meta.dirname, "..", "dist", "python", "league_v2");

rmSync(target, { recursive: true, force: true });
cpSync(join(root, "generated", "python", "league_v2"), target, {
  recursive: true,
  filter: (path) => !path.endsWith("__pycache__"),
});
