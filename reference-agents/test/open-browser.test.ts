/** `league play --watch` as a separate process: the page is opened by the desktop's program, and its address is printed. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { hasNoTerminal, inTerminal } from "../../tools/gate/in-terminal.js";
import { league, mustBeBuilt, newFolder } from "./league-process.js";

beforeAll(mustBeBuilt);

const program = join(import.meta.dirname, "../bin/league.js");
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
    const { shown, status } = inTerminal([program, ...stoppingLeague(folder).split(" ")], onPath(folder));
    expect([addressIn(shown), status]).toEqual([expect.stringMatching(plainAddress), terminated]);
    await expect.poll(() => existsSync(given)).toBe(true);
    expect(readFileSync(given, "utf8")).toBe(`${addressIn(shown)}\n`);
  });

  it("a machine without such a program shows the address", () => {
    const noPrograms = "data:text/javascript,process.env.PATH='/nowhere'";
    const { shown, status } = inTerminal(
      ["--import", noPrograms, program, ...stoppingLeague(newFolder()).split(" ")],
      { DISPLAY: ":0" },
    );
    expect([addressIn(shown), status]).toEqual([expect.stringMatching(plainAddress), terminated]);
  });
});

it("through a pipe the address is printed, and no browser is opened", async () => {
  const folder = newFolder();
  const given = openerIn(folder);
  const { code, stderr } = await league(stoppingLeague(folder), { folder, environment: onPath(folder) });
  expect([addressIn(stderr), code]).toEqual([expect.stringMatching(plainAddress), terminated]);
  expect(existsSync(given)).toBe(false);
});
