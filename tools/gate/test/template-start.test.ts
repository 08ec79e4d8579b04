/** The programs of the templates, run where they are: their placeholders stand in texts only. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const node = (template: string) => [
  ...["--import", `${root}tools/gate/load-sources.mjs`],
  `${root}tools/create/templates/${template}/src/main.ts`,
];

test.each([
  ["player", process.execPath, node("player")],
  ["worker", process.execPath, node("worker")],
  ["referee", process.execPath, node("referee")],
  ["python", "python3", [`${root}conformance/examples/player.py`]],
])("a league that is no URL is refused before the first attempt to register: %s", (_name, program, args) => {
  const options = { encoding: "utf8", timeout: 20_000 } as const;
  const { status, stderr } = spawnSync(program, [...args, "--league", "foo"], options);
  expect(status).toBeGreaterThan(0);
  expect(stderr).toMatch(/--league is ["']foo["']; it must be a URL such as /);
  expect(stderr).not.toMatch(/^ +at |Traceback/m);
});
