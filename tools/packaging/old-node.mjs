// Tests the message of each program on a Node version that is too old, if the machine has one.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./run.mjs";

const PLAYER = `
import { createPlayer } from "@league-v2/sdk";
import { serve } from "@league-v2/sdk/node";
await serve(createPlayer({ displayName: "A", choose: () => "even" })).catch(({ message }) => console.log(message));`;
const PROGRAMS = ["league", "league-conformance", "league-codegen", "create-agent"];

/**
 * @param systemPath the PATH before the repository's own Node was put in front
 * @returns {string[]} which program does not say in one line what it needs
 */
export function oldNodeFaults(project, systemPath) {
  const old = systemPath
    .split(delimiter)
    .map((folder) => join(folder, "node"))
    .find((node) => existsSync(node) && isTooOld(node));
  if (old === undefined) return [];
  const library = run(old, ["--input-type=module", "--eval", PLAYER], { cwd: project });
  const isNamed = /^league\.v2 needs Node\.js 22\.16 or newer$/.test(library.output);
  const ofLibrary = isNamed ? [] : [`a player on ${old} prints:\n${library.output}`];
  const ofPrograms = PROGRAMS.flatMap((program) => {
    const { output } = run(old, [join(project, "node_modules", ".bin", program), "--help"]);
    const isPlain = /^[-a-z]+ needs Node\.js 22\.16 or newer; this is v[\d.]+\.$/.test(output);
    return isPlain ? [] : [`${program} on ${old} prints:\n${output}`];
  });
  return [...ofLibrary, ...ofPrograms];
}

function isTooOld(node) {
  const [major] = run(node, ["--version"]).stdout.slice(1).split(".").map(Number);
  return major < 22;
}
