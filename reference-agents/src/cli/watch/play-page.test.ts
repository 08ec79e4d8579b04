import { expect, it } from "vitest";
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
