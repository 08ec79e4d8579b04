/** One setting: its names, its allowed values and its default; and the kinds of settings. */
import { mostSimilar } from "@league-v2/contract/similar";

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly expected: string; readonly hint?: string };

export interface Field<T> {
  /** The description in the help text. */
  readonly help: string;
  /** Other names of the setting as a flag and in a file, in the spelling of the code. */
  readonly aliases?: readonly string[];
  /** The environment variable, e.g. `LEAGUE_PORT`. */
  readonly variable: string;
  /** The placeholder of the value in the help, e.g. `<n>`; null for a switch, which has no value. */
  readonly placeholder: string | null;
  /** True for a flag that may be given several times. */
  readonly repeatable: boolean;
  /** Absent: the setting is required. */
  readonly defaultValue?: { readonly value: T };
  /** Converts a text from the command line or the environment to a JSON value. */
  readonly fromText: (text: string) => unknown;
  readonly check: (value: unknown) => Checked<T>;
}

export type Fields = { readonly [name: string]: Field<unknown> };

export type SettingsOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer T> ? T : never;
};

export function optional<T>(field: Field<T>): Field<T | undefined> {
  return { ...field, defaultValue: { value: undefined } };
}

/** The same setting with other names beside its own. */
export function alsoCalled<T>(field: Field<T>, ...aliases: string[]): Field<T> {
  return { ...field, aliases };
}

export function ok<T>(value: T): Checked<T> {
  return { ok: true, value };
}

export function refused(expected: string, hint?: string): { ok: false; expected: string; hint?: string } {
  return hint === undefined ? { ok: false, expected } : { ok: false, expected, hint };
}

/** A setting has one name in three spellings: `max_matches` in a file, `--max-matches` as a flag, `maxMatches` in the code. */
export function inFile(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function asFlag(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

interface Common<T> {
  readonly help: string;
  readonly variable: string;
  readonly defaultValue?: T;
}

/** @param placeholder null for a switch. @param kind `fromText` only if a text is not the value itself */
export function field<T>(
  common: Common<T>,
  placeholder: string | null,
  kind: Pick<Field<T>, "check"> & Partial<Pick<Field<T>, "fromText">>,
): Field<T> {
  const { help, variable, defaultValue } = common;
  const fallback = defaultValue === undefined ? {} : { defaultValue: { value: defaultValue } };
  const fromText = (written: string) => written;
  return { help, variable, placeholder, repeatable: false, fromText, ...fallback, ...kind };
}

export function integer({
  minimum,
  maximum,
  ...common
}: Common<number> & { minimum: number; maximum: number }): Field<number> {
  return field(common, "<n>", {
    fromText: (text) => (/^-?\d+$/.test(text) ? Number(text) : text),
    check: (value) =>
      typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum
        ? ok(value)
        : refused(`an integer from ${minimum} to ${maximum}`),
  });
}

export function port(common: Common<number> & { minimum?: number }): Field<number> {
  return integer({ minimum: 0, maximum: 65_535, ...common });
}

export interface TextRules {
  readonly placeholder: string;
  /** Characters, at least 1. */
  readonly maximum?: number;
  readonly pattern?: { readonly regex: RegExp; readonly expected: string };
}

export function text({
  placeholder,
  maximum = 4096,
  pattern,
  ...common
}: Common<string> & TextRules): Field<string> {
  return field(common, placeholder, {
    check(value): Checked<string> {
      if (typeof value !== "string" || value.length === 0 || value.length > maximum) {
        return refused(`a text of 1 to ${maximum} characters`);
      }
      return pattern && !pattern.regex.test(value) ? refused(pattern.expected) : ok(value);
    },
  });
}

export function choice<const T extends string>({
  members,
  ...common
}: Common<T> & { members: readonly T[] }): Field<T> {
  return field<T>(common, `<${members.join("|")}>`, {
    check(value) {
      const member = members.find((one) => one === value);
      if (member !== undefined) return ok(member);
      const near = typeof value === "string" ? mostSimilar(value, members) : undefined;
      const expected = `one of ${members.join(", ")}`;
      return near === undefined ? refused(expected) : refused(expected, `Did you mean "${near}"?`);
    },
  });
}

const words: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  "1": true,
  false: false,
  no: false,
  "0": false,
};

/** A switch: on the command line it has no value, elsewhere it is true or false. */
export function flag(common: Omit<Common<boolean>, "defaultValue">): Field<boolean> {
  return field<boolean>({ ...common, defaultValue: false }, null, {
    fromText: (written) =>
      Object.hasOwn(words, written.toLowerCase()) ? words[written.toLowerCase()] : written,
    check: (value) => (typeof value === "boolean" ? ok(value) : refused("true or false")),
  });
}

/**
 * An address of an agent; a bare `http://host:port` gets the path where agents listen.
 * @param plain why it may not be https, if it may not
 */
export function agentUrl({
  path,
  plain,
  ...common
}: Common<string> & { path: string; plain?: string }): Field<string> {
  return field(common, "<url>", {
    check(value) {
      const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : null;
      if (url === null || !/^https?:$/.test(url.protocol))
        return refused(`an http or https URL, e.g. http://127.0.0.1:8000${path}`);
      if (plain !== undefined && url.protocol !== "http:") return refused("an http URL", plain);
      if (url.pathname === "/" && url.search === "") url.pathname = path;
      return ok(url.href);
    },
  });
}

/** Several texts: separated by commas, or the flag given several times, or an array in a file. */
export function list({
  placeholder,
  pattern,
  ...rest
}: Common<readonly string[]> & Omit<TextRules, "maximum">): Field<readonly string[]> {
  const parts = (written: string) => written.split(",").map((part) => part.trim());
  return {
    ...field<readonly string[]>(rest, placeholder, {
      fromText: parts,
      check(value): Checked<readonly string[]> {
        if (!Array.isArray(value) || value.some((part) => typeof part !== "string" || part.length === 0))
          return refused("an array of texts, none of them empty");
        const isFit = pattern === undefined || value.every((part) => pattern.regex.test(part));
        return isFit ? ok(value as readonly string[]) : refused(`a list, each ${pattern.expected}`);
      },
    }),
    repeatable: true,
  };
}
