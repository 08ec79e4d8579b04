/** Where the page of `league play --watch` is opened. */
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../../../../tools/gate/temporary-folder.js";
import { startHere } from "../cli-context.fixture.js";
import { browserCommand } from "./play-page.js";

const url = "http://127.0.0.1:8000/";
const shown = { DISPLAY: ":0" };

it.each([
  ["a desktop", "linux", shown, true, ["xdg-open", url]],
  ["a desktop without X11", "linux", { DISPLAY: "", WAYLAND_DISPLAY: "wayland-0" }, true, ["xdg-open", url]],
  ["a Mac", "darwin", {}, true, ["open", url]],
  ["Windows", "win32", {}, true, ["cmd", "/c", "start", "", url]],
  ["a server without a display", "linux", { DISPLAY: "" }, true, null],
  ["a pipe", "linux", shown, false, null],
  ["a CI job", "linux", { ...shown, CI: "true" }, true, null],
  ["an empty CI", "linux", { ...shown, CI: "" }, true, ["xdg-open", url]],
  ["a platform without a known program", "aix", shown, true, null],
] as const)("on %s", (_name, platform, environment, isTerminal, command) => {
  expect(browserCommand(url, { platform, environment, isTerminal })).toEqual(command);
});

/** Plays on a terminal, and is stopped when it has shown the address of the page. */
async function watchWith(path: string) {
  const { context, ended } = startHere("play --memory --watch", {
    environment: { DISPLAY: ":0", PATH: path },
    screen: { columns: 80, rows: 24, write: () => {} },
    onError: (line, own) => line.startsWith("watch the league at ") && own.stopBy("SIGTERM"),
  });
  const { code } = await ended;
  const [address] = context.errors.flatMap((line) => /(?<=^watch the league at ).*/.exec(line) ?? []);
  return { code, address };
}

/** An address without a query or a token. */
const shownAddress = { code: 143, address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/) };

it("gives the browser the address, and nothing else", async () => {
  const folder = newFolder();
  const given = join(folder, "given");
  const program = `#!/bin/sh\nprintf '%s\\n' "$@" > '${given}.new' && mv '${given}.new' '${given}'\n`;
  for (const name of ["xdg-open", "open"]) writeFileSync(join(folder, name), program, { mode: 0o755 });
  const watched = await watchWith(folder + delimiter + (process.env.PATH ?? ""));
  expect(watched).toEqual(shownAddress);
  await expect.poll(() => readFileSync(given, "utf8")).toBe(`${watched.address}\n`);
});

it("shows the address on a machine without a program for it", async () => {
  expect(await watchWith("/nowhere")).toEqual(shownAddress);
});
