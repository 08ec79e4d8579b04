// Workers and browsers with a content security policy run no text as a program; neither may the contract ask for it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";

const PROGRAM = `
import * as contract from "@league-v2/contract";
import * as sdk from "@league-v2/sdk";
import assert from "node:assert";

assert.throws(() => new Function("return 1"), EvalError);
const identity = { sender: "referee:REF01", timestamp: "2025-12-20T10:00:13.000Z", conversation_id: "c", auth_token: "t" };
const result = { status: "DRAW", winner_player_id: null, drawn_number: 3, number_parity: "odd", choices: {}, reason: "" };
const message = contract.gameOver(identity, { match_id: "R1M1", game_type: "even_odd", game_result: result });
assert(contract.validateGameOver(message));
assert(!contract.validateGameOver({ ...message, game_result: { ...result, drawn_number: 11 } }));
const [violation] = contract.explain(contract.validateGameOver.errors, message);
assert.equal(violation.pointer, "/game_result/drawn_number");
const validators = Object.entries(contract).filter(([name]) => name.startsWith("validate"));
assert(validators.length > 40);
for (const [name, validate] of validators) assert.equal(validate(Symbol.iterator), false, name);
assert.equal(typeof sdk.createPlayer, "function");
`;

/** @returns {string[]} what fails under `--disallow-code-generation-from-strings` */
export function sandboxFaults(project) {
  writeFileSync(join(project, "sandbox.mjs"), PROGRAM);
  const { ok, output } = run("node", ["--disallow-code-generation-from-strings", "sandbox.mjs"], {
    cwd: project,
  });
  return ok ? [] : output.split("\n");
}
