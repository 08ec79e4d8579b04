/** The suite's progress is redrawn in place on a terminal. */
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { hasNoTerminal, inTerminal } from "../../tools/gate/in-terminal.js";

const program = join(import.meta.dirname, "../bin/league-conformance.js");
const agent = `"${process.execPath}" "${join(import.meta.dirname, "agents/player.mjs")}" --port {port} --league {league}`;

test.skipIf(hasNoTerminal)("a run redraws its progress in place, and leaves the verdicts", () => {
  const words = [program, "player", "--command", agent, "--only", "player/join/*", "--quick"];
  const { shown, status } = inTerminal(words);
  expect(status).toBe(0);
  // The control sequence that moves the cursor up, to redraw the same lines.
  expect(shown).toMatch(/\p{Cc}\[\d+A/u);
  expect(stripVTControlCharacters(shown)).toMatch(
    /\d+ of \d+ checks · \d+ running · about \d+ s left, by \d\d:\d\d:\d\d/,
  );
  expect(shown).toContain("conforms");
});
