import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../gate/temporary-folder.js";
import { nextSteps, repositoryOf } from "./new-project.js";
import { run } from "./program.js";
import { templateNames } from "./templates.js";
import { Aborted, type Ask } from "./terminal.js";

async function create(
  words: readonly string[],
  { ask = null, folder }: { ask?: Ask | null; folder?: string } = {},
) {
  const place = folder ?? newFolder();
  const printed: string[] = [];
  const errors: string[] = [];
  const status = await run(words, {
    out: (text) => void printed.push(text),
    error: (text) => void errors.push(text),
    folder: place,
    ask,
  });
  return { status, errors, text: printed.join("\n"), folder: place };
}

/** Answers the questions one after the other. */
function answering(...answers: string[]) {
  const asked: string[] = [];
  const ask: Ask = async (question) => {
    asked.push(question.slice(question.lastIndexOf("\n") + 1));
    const answer = answers.shift();
    if (answer === undefined) throw new Aborted();
    return answer;
  };
  return { ask, asked };
}

const json = async (...path: string[]) => JSON.parse(await readFile(join(...path), "utf8"));

describe("with --yes", () => {
  it.each(templateNames)("makes the template %s, with every value filled in", async (template) => {
    const words = ["mine", "-y", "-t", template, "--name", "Zoë 2", "--league", "http://127.0.0.1:9000"];
    const { status, errors, text, folder } = await create(words);
    expect(errors).toEqual([]);
    expect(status).toBe(0);
    expect(text).toContain("npm run conformance");
    const entries = await readdir(join(folder, "mine"), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const names = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 6));
    expect(names).toEqual(
      expect.arrayContaining([".gitignore", ".github/workflows/ci.yml", "README.md", "package.json"]),
    );
    const texts = await Promise.all(names.map((name) => readFile(join(folder, "mine", name), "utf8")));
    for (const [index, written] of texts.entries()) expect(written, names[index]).not.toMatch(/\{\{\w+\}\}/);
    expect(texts.some((written) => written.includes('"Zoë 2"'))).toBe(true);
    expect(texts.some((written) => written.includes('"http://127.0.0.1:9000/mcp"'))).toBe(true);
  });

  it("uses the defaults: a player, with its folder's name", async () => {
    const { status, folder } = await create(["--yes", "--folder", "My Clever agent"]);
    expect(status).toBe(0);
    const project = join(folder, "My Clever agent");
    const { version } = await json(import.meta.dirname, "..", "package.json");
    expect(await json(project, "package.json")).toMatchObject({
      name: "my-clever-agent",
      dependencies: { "@league-v2/sdk": `^${version}` },
    });
    expect(await readFile(join(project, "src", "main.ts"), "utf8")).toContain('"My Clever Agent"');
  });
});

it.each([
  ["Größe", "grosse"],
  ["Łódź Ærø", "lodz-aero"],
  ["ﬁne", "fine"],
  ["東京", "agent"],
  ["favicon.ico", "agent"],
  ["x".repeat(250), "x".repeat(214)],
  [`${"y".repeat(213)}-z`, "y".repeat(213)],
])("the folder %s is a name that npm accepts", async (folder, name) => {
  const created = await create(["--yes", "--name", "A", folder]);
  expect(created.errors).toEqual([]);
  expect((await json(created.folder, folder, "package.json")).name).toBe(name);
});

describe("the next steps", () => {
  it("install from npm if this package was installed from npm", () => {
    const repository = repositoryOf("/home/me/node_modules/@league-v2/create-agent/");
    expect(repository).toBeUndefined();
    expect(nextSteps("mine", repository)).toMatch(/^ {2}npm install$/m);
  });

  it("install the packed packages of the repository if this package is a part of it", () => {
    const repository = repositoryOf("/home/me/league.v2/tools/create/");
    expect(repository).toBe("/home/me/league.v2");
    expect(nextSteps("mine", repository)).toMatch(
      /^ {2}npm --prefix \/home\/me\/league\.v2 run tarballs\n {2}npm install \/home\/me\/league\.v2\/league-packages\/\*\.tgz$/m,
    );
  });
});

it("the test script of a project names its files, so that a Node that cannot read them fails", async () => {
  for (const template of ["player", "worker", "referee"]) {
    const { folder } = await create(["mine", "-y", "-t", template]);
    expect((await json(folder, "mine", "package.json")).scripts.test).toBe("node --test test/*.test.ts");
  }
});

it.each(["mine", "my agents/Zoë", 'say "no"', "costs $HOME", "a `date` and \\\\ it's", "ends with \\"])(
  "the printed commands are words of a POSIX shell for any folder: %s",
  (folder) => {
    const [, cd] = nextSteps(folder, undefined).split("\n");
    const word = cd?.replace(/^ {2}cd /, "");
    expect(execFileSync("sh", ["-c", `printf %s ${word}`], { encoding: "utf8" })).toBe(folder);
  },
);

describe("on a terminal", () => {
  it("asks for missing options, and again after an invalid answer", async () => {
    const { ask, asked } = answering("plaier", "worker", "", "ftp://x", "http://10.0.0.1:1");
    const { status, errors, folder } = await create(["mine"], { ask });
    expect(status).toBe(0);
    expect(errors).toEqual([
      'This is "plaier"; it must be one of player, worker, referee, python.',
      'This is "ftp://x"; it must be an http or https URL, e.g. http://127.0.0.1:8000/mcp.',
    ]);
    expect(asked).toEqual([
      "Template (player): ",
      "Template (player): ",
      "Name in the league (Mine): ",
      "Address of the league manager (http://127.0.0.1:8000/mcp): ",
      "Address of the league manager (http://127.0.0.1:8000/mcp): ",
    ]);
    const worker = await readFile(join(folder, "mine", "src", "worker.ts"), "utf8");
    expect(worker).toContain('connect("Mine", { endpoint, league: "http://10.0.0.1:1/mcp" })');
  });

  it("writes nothing when the user interrupts it", async () => {
    const { ask } = answering("player", "mine");
    const { status, errors, folder } = await create([], { ask });
    expect(status).toBe(130);
    expect(errors).toEqual(["\nStopped. No file was written."]);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("a command line that must be changed: status 2 and one line", () => {
  it.each([
    [["mine"], "USAGE: no terminal to ask on. Give --template, --name, --league, or --yes for the defaults."],
    [
      ["--yes", "--tempalte", "worker"],
      expect.stringMatching(/^USAGE: Unknown option '--tempalte'\. create-agent --help /),
    ],
    [
      ["--yes", "a", "b"],
      "USAGE: one folder is enough, not a and b. create-agent --help shows what there is.",
    ],
    [
      ["--yes", "-t", "toString"],
      'USAGE: --template is "toString"; it must be one of player, worker, referee, python.',
    ],
    [
      ["--yes", "node_modules"],
      'USAGE: --folder is "node_modules"; it must be a folder outside of node_modules.',
    ],
    [["--yes", "a/node_modules/b"], expect.stringMatching(/outside of node_modules\.$/)],
    [["--yes", "--league", "nowhere"], expect.stringMatching(/^USAGE: --league is "nowhere"; /)],
    [["--yes", "--league", 'http://x/"+evil()+"?`evil`'], expect.stringMatching(/^USAGE: --league is /)],
    [["--yes", "--name", 'x"; evil()'], expect.stringMatching(/^USAGE: --name is /)],
    [["--yes", "--name", ""], expect.stringMatching(/^USAGE: --name is ""; it must be 1 to 64 /)],
  ])("%j", async (words, error) => {
    const { status, errors, folder } = await create(words);
    expect(errors).toEqual([error]);
    expect(errors[0]).not.toContain("\n");
    expect(status).toBe(2);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("a folder that cannot be used: status 1 and one line", () => {
  it("has files, which are named and not changed", async () => {
    const folder = newFolder();
    for (const name of ["a", "b", "c", "d", "e", "f", "package.json"])
      await writeFile(join(folder, name), "");
    const { status, errors } = await create([".", "--yes"], { folder });
    expect(errors).toEqual([
      `FOLDER_NOT_EMPTY: ${folder} has a, b, c, d, e and 2 more. Name a new folder with --folder.`,
    ]);
    expect(status).toBe(1);
    expect(await readFile(join(folder, "package.json"), "utf8")).toBe("");
    expect(await readdir(folder)).toHaveLength(7);
  });

  it("is a file", async () => {
    const folder = newFolder();
    await writeFile(join(folder, "mine"), "");
    const { status, errors } = await create(["mine", "--yes"], { folder });
    expect(status).toBe(1);
    expect(errors).toEqual([expect.stringMatching(/^NOT_WRITTEN: .*mine cannot be written: ENOTDIR\. /)]);
  });

  it("does not include a folder with only a new repository", async () => {
    const folder = newFolder();
    await mkdir(join(folder, ".git"));
    expect((await create([".", "--yes"], { folder })).status).toBe(0);
  });
});

it("shows help and version", async () => {
  const help = await create(["--help"]);
  expect(help.status).toBe(0);
  for (const name of templateNames) expect(help.text).toContain(`\n  ${name} `);
  expect((await create(["--version"])).text).toMatch(/^\d+\.\d+\.\d+$/);
});
