/** The suite's progress: redrawn in place on a terminal, printed in lines in a CI job. */
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { hasNoTerminal, inTerminal } from "../../tools/gate/in-terminal.js";

const program = join(import.meta.dirname, "../bin/league-conformance.js");
const agent = `"${process.execPath}" "${join(import.meta.dirname, "agents/player.mjs")}" --port {port} --league {league}`;
/** The control sequence that moves the cursor up, to redraw the same lines. */
const redrawn = /\p{Cc}\[\d+A/u;
const words = [program, "player", "--command", agent, "--only", "player/join/*", "--quick"];

describe.skipIf(hasNoTerminal)("a run of the suite", () => {
  it("redraws its progress in place, and leaves the verdicts", () => {
    const { shown, status } = inTerminal(words);
    expect(status).toBe(0);
    expect(shown).toMatch(redrawn);
    expect(stripVTControlCharacters(shown)).toMatch(
      /\d+ of \d+ checks · \d+ running · about \d+ s left, by \d\d:\d\d:\d\d/,
    );
    expect(shown).toContain("conforms");
  });

  it("is printed in lines, without control characters, in a CI job that emulates a terminal", () => {
    const { shown, status } = inTerminal(words, { CI: "true", NO_COLOR: "1" });
    expect(status).toBe(0);
    expect(shown).not.toContain("\u001b");
    expect(shown).toMatch(/^ {2}\d+ of \d+ checks$/m);
  });
});
