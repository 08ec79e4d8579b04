import { spawnSync } from "node:child_process";

/** Runs a program to its end. */
export function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8", ...options });
  if (error) throw error;
  return { ok: status === 0, stdout, stderr, output: `${stdout}${stderr}`.trim() };
}

/** The same for a program that must succeed. */
export function demand(command, args, options = {}) {
  const result = run(command, args, options);
  if (!result.ok) throw new Error(`${command} ${args.join(" ")} failed:\n${result.output}`);
  return result;
}
