/** The commands on a terminal, through a pipe and in a CI job: progress, and the page that is opened in a browser. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { cursorUp, hasNoTerminal, inTerminal as runInTerminal } from "../../tools/gate/in-terminal.js";
import { LeagueProcess, mustBeBuilt, newFolder } from "./league-process.js";

beforeAll(mustBeBuilt);

const program = join(import.meta.dirname, "../bin/league.js");
const play = "play --players 4 --referees 1 --seed 1";
function inTerminal(line: string, environment?: Readonly<Record<string, string>>): string {
  const { shown, status } = runInTerminal([program, ...line.split(" ")], environment);
  expect(status).toBe(0);
  return shown;
}

describe.skipIf(hasNoTerminal)("on a terminal", () => {
  it("a league shows its standings, its round and its progress in place", () => {
    const shown = inTerminal(play);
    expect(shown).toContain(cursorUp);
    const frames = stripVTControlCharacters(shown);
    expect(frames).toMatch(/round 2\/3 █+░+ 2\/6 matches/);
    // During the league, and at the end.
    expect(frames.split("#  id   player").length).toBeGreaterThan(3);
    expect(frames.trimEnd()).toMatch(/The same league again: --seed 1$/);
  });

  it("a CI job that emulates a terminal gets lines", () => {
    const shown = inTerminal(play, { CI: "true" });
    expect(shown).not.toContain("\u001b");
    expect(shown).toMatch(/^round 2.*\n/m);
  });
});

describe("through a pipe", () => {
  it("the progress of a league is printed in lines", async () => {
    const { code, stderr, stdout } = await LeagueProcess.start(play).ended;
    expect([code, stderr + stdout]).toEqual([0, stripVTControlCharacters(stderr + stdout)]);
    expect(stderr).toMatch(/^round 2.*\n/m);
    expect(stdout).toContain("Champion: ");
  });
});

const terminated = 143;

/** A strategy that stops the process at its first choice, as a user would. */
function stoppingLeague(folder: string): string {
  const strategy = join(folder, "stop.js");
  writeFileSync(strategy, 'export default () => { process.kill(process.pid, "SIGTERM"); return "even"; };\n');
  return `play --watch --players 2 --referees 1 --strategies ${strategy}`;
}

/** A replacement for the desktop's program, which writes its arguments to a file. */
function openerIn(folder: string): string {
  const given = join(folder, "given");
  for (const name of ["xdg-open", "open"]) {
    const script = `#!/bin/sh\nprintf '%s\\n' "$@" > '${given}.new' && mv '${given}.new' '${given}'\n`;
    writeFileSync(join(folder, name), script, { mode: 0o755 });
  }
  return given;
}

const onPath = (folder: string) => ({ DISPLAY: ":0", PATH: folder + delimiter + (process.env.PATH ?? "") });

function addressIn(shown: string): string {
  const text = stripVTControlCharacters(shown);
  const [address = text] = /(?<=^watch the league at ).*$/m.exec(text) ?? [];
  return address;
}

/** An address without a query or a token. */
const plainAddress = /^http:\/\/127\.0\.0\.1:\d+\/$/;

describe.skipIf(hasNoTerminal)("on a terminal", () => {
  it("the browser is given the address, and nothing else", async () => {
    const folder = newFolder();
    const given = openerIn(folder);
    const { shown, status } = runInTerminal([program, ...stoppingLeague(folder).split(" ")], onPath(folder));
    expect([addressIn(shown), status]).toEqual([expect.stringMatching(plainAddress), terminated]);
    await expect.poll(() => existsSync(given)).toBe(true);
    expect(readFileSync(given, "utf8")).toBe(`${addressIn(shown)}\n`);
  });

  it("a machine without such a program shows the address", () => {
    const noPrograms = "data:text/javascript,process.env.PATH='/nowhere'";
    const { shown, status } = runInTerminal(
      ["--import", noPrograms, program, ...stoppingLeague(newFolder()).split(" ")],
      { DISPLAY: ":0" },
    );
    expect([addressIn(shown), status]).toEqual([expect.stringMatching(plainAddress), terminated]);
  });
});

it("through a pipe the address is printed, and no browser is opened", async () => {
  const folder = newFolder();
  const given = openerIn(folder);
  const { code, stderr } = await LeagueProcess.start(stoppingLeague(folder), {
    folder,
    environment: onPath(folder),
  }).ended;
  expect([addressIn(stderr), code]).toEqual([expect.stringMatching(plainAddress), terminated]);
  expect(existsSync(given)).toBe(false);
});
