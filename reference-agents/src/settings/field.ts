/** One setting: its name, its allowed values, and its default. */

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
