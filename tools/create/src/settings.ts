/** The settings of a project: each has a flag, a question, a default and a check. */
import { basename, resolve } from "node:path";
import { isTemplateName, type TemplateName, templateNames, templates } from "./templates.js";
import type { Terminal } from "./terminal.js";

export interface Settings {
  readonly template: TemplateName;
  /** The path as the user wrote it; relative paths start from the folder of the terminal. */
  readonly folder: string;
  /** The display name in the league. */
  readonly name: string;
  /** The league manager's URL. */
  readonly league: string;
}

/** The command line options; the program asks for missing ones. */
export interface Given {
  readonly template?: string | undefined;
  readonly folder?: string | undefined;
  readonly name?: string | undefined;
  readonly league?: string | undefined;
  /** Uses the defaults instead of questions. */
  readonly yes?: boolean | undefined;
}

/** The reason why no project was made, and what to do, in one line. */
export class CreateFault extends Error {
  /** 1: the project cannot be written; 2: the command line must be changed. */
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

interface Setting {
  readonly key: keyof Settings;
  readonly question: string;
  readonly fallback: (earlier: Partial<Settings>) => string;
  /** Returns the value to use. Throws a CreateFault for an invalid value. */
  readonly check: (text: string, flag: string) => string;
}

const settings: readonly Setting[] = [
  {
    key: "template",
    question: `Which project?\n${templateNames.map((name) => `  ${name.padEnd(9)}${templates[name].summary}\n`).join("")}Template`,
    fallback: () => "player",
    check: (text, flag) =>
      isTemplateName(text) ? text : unusable(flag, text, `one of ${templateNames.join(", ")}`),
  },
  {
    key: "folder",
    question: "Folder",
    fallback: () => "my-agent",
    check: (text, flag) => {
      if (text.includes("\0")) unusable(flag, text, "the path of a folder");
      // Node strips no types there, and npm installs nothing.
      const isInstalled = text.split(/[\\/]/).includes("node_modules");
      return isInstalled ? unusable(flag, text, "a folder outside of node_modules") : text;
    },
  },
  {
    key: "name",
    question: "Name in the league",
    fallback: ({ folder = "" }) => titleOf(folder),
    check: (text, flag) =>
      /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u.test(text)
        ? text
        : unusable(
            flag,
            text,
            "1 to 64 letters, digits, spaces and . _ - only, with a letter or digit first",
          ),
  },
  {
    key: "league",
    question: "Address of the league manager",
    fallback: () => "http://127.0.0.1:8000/mcp",
    check: leagueUrl,
  },
];

/**
 * Takes the given options, and asks for the others or uses the defaults.
 * @throws CreateFault for an invalid value, and if a question is necessary and there is no terminal
 * @throws Aborted when the user interrupts it
 */
export async function completeSettings(given: Given, terminal: Terminal): Promise<Settings> {
  const missing = settings.filter(({ key }) => given[key] === undefined);
  if (missing.length > 0 && given.yes !== true && terminal.ask === null) throw noTerminal(missing);
  let settled: Partial<Settings> = {};
  for (const setting of settings) {
    settled = { ...settled, [setting.key]: await answerTo(setting, settled, given, terminal) };
  }
  return settled as Settings;
}

async function answerTo(setting: Setting, earlier: Partial<Settings>, given: Given, terminal: Terminal) {
  const { key, question, fallback, check } = setting;
  const written = given[key];
  if (written !== undefined) return check(written, `--${key}`);
  const otherwise = fallback(earlier);
  if (given.yes === true || terminal.ask === null) return check(otherwise, `--${key}`);
  for (;;) {
    const answer = (await terminal.ask(`${question} (${otherwise}): `)).trim();
    try {
      return check(answer === "" ? otherwise : answer, "This");
    } catch (error) {
      if (!(error instanceof CreateFault)) throw error;
      terminal.error(error.message);
    }
  }
}

function noTerminal(missing: readonly Setting[]): CreateFault {
  const flags = missing.map(({ key }) => `--${key}`).join(", ");
  return new CreateFault(2, `USAGE: no terminal to ask on. Give ${flags}, or --yes for the defaults.`);
}

function unusable(flag: string, text: string, expected: string): never {
  const prefix = flag.startsWith("--") ? "USAGE: " : "";
  throw new CreateFault(2, `${prefix}${flag} is ${JSON.stringify(text)}; it must be ${expected}.`);
}

/** A bare `http://host:port` gets the path where agents listen. The result is safe inside of quotes in the written sources. */
function leagueUrl(text: string, flag: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && url.pathname === "/" && url.search === "") url.pathname = "/mcp";
  return url !== null && /^https?:\/\/[\w.:/?=&%~[\]-]+$/.test(url.href)
    ? url.href
    : unusable(flag, text, "an http or https URL, e.g. http://127.0.0.1:8000/mcp");
}

/** `my-agent` becomes `My Agent`. */
function titleOf(folder: string): string {
  const words = basename(resolve(folder)).match(/[\p{L}\p{N}]+/gu) ?? ["Agent"];
  return words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ")
    .slice(0, 64)
    .trim();
}
