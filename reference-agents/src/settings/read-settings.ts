/** Reads settings from four sources; the first one with a value wins: flags, environment, config file, default. */
import { isDeepStrictEqual } from "node:util";
import { methods, protocol, startupErrors } from "@league-v2/contract";
import { mostSimilar } from "@league-v2/contract/similar";
import { StartupError } from "@league-v2/sdk";
import type { ConfigFile } from "./config-file.js";
import { asFlag, type Field, type Fields, inFile, refused, type SettingsOf } from "./field.js";

export interface Sources {
  /** By the names in the code; texts as the user wrote them, true for a switch. */
  readonly flags: { readonly [name: string]: string | readonly string[] | true | undefined };
  readonly environment: { readonly [variable: string]: string | undefined };
  /** The most particular one first. */
  readonly files: readonly ConfigFile[];
}

/** @throws InvalidSettings with all faults of all values that are used */
export function readSettings<F extends Fields>(fields: F, sources: Sources): SettingsOf<F> {
  const faults: SettingFault[] = sources.files.flatMap((file) => unknownMembers(fields, file));
  const settings = Object.entries(fields).map(([name, field]) => {
    const found = given(name, field, sources);
    if (found === null) return [name, defaultOf(name, field, faults)];
    const checked = field.check(found.value);
    if (checked.ok) return [name, checked.value];
    const { expected, hint } = checked;
    faults.push({
      source: found.source,
      place: found.place,
      received: found.value,
      expected,
      ...(hint === undefined ? {} : { hint }),
    });
    return [name, undefined];
  });
  if (faults.length > 0) throw new InvalidSettings(faults);
  return Object.fromEntries(settings) as SettingsOf<F>;
}

interface Given {
  readonly source: SettingFault["source"];
  readonly place: string;
  readonly value: unknown;
}

function given(name: string, field: Field<unknown>, { flags, environment, files }: Sources): Given | null {
  const names = [name, ...(field.aliases ?? [])];
  for (const flag of names) {
    const written = flags[flag];
    if (written !== undefined)
      return { source: "flag", place: asFlag(flag), value: fromFlag(written, field) };
  }
  const variable = environment[field.variable];
  if (variable !== undefined && variable !== "") {
    return { source: "environment", place: field.variable, value: field.fromText(variable) };
  }
  for (const { path, content } of files) {
    const member = names.map(inFile).find((one) => Object.hasOwn(content, one));
    if (member !== undefined) return { source: "file", place: `${path}: /${member}`, value: content[member] };
  }
  return null;
}

function fromFlag(written: string | readonly string[] | true, field: Field<unknown>): unknown {
  if (written === true) return true;
  return typeof written === "string"
    ? field.fromText(written)
    : written.flatMap((text) => field.fromText(text));
}

function defaultOf(name: string, field: Field<unknown>, faults: SettingFault[]): unknown {
  if (field.defaultValue !== undefined) return field.defaultValue.value;
  const { expected } = requirement(field);
  const hint = `Give ${asFlag(name)} ${field.placeholder ?? ""}, or set ${field.variable}.`;
  faults.push({ source: "flag", place: asFlag(name), received: undefined, expected, hint });
  return undefined;
}

/** The error of a field for a missing value names its requirement. */
function requirement(field: Field<unknown>) {
  const checked = field.check(undefined);
  return checked.ok ? refused("set") : checked;
}

function unknownMembers(fields: Fields, { path, content, otherNames }: ConfigFile): SettingFault[] {
  const known = Object.entries(fields).flatMap(([name, { aliases = [] }]) => [name, ...aliases].map(inFile));
  return Object.entries(content)
    .filter(([name]) => !known.includes(name) && !otherNames.includes(name))
    .flatMap(([name, received]) => {
      const why = Object.hasOwn(contractValues, name) ? changed(name, received) : unknown(name, known);
      return why === null
        ? []
        : [{ source: "file", place: `${path}: /${pointerPart(name)}`, received, ...why }];
    });
}

type Why = Pick<SettingFault, "expected" | "hint">;

function unknown(name: string, known: readonly string[]): Why {
  const near = mostSimilar(name, known);
  const hint = near === undefined ? `Known are ${known.join(", ")}.` : `Did you mean "${near}"?`;
  return { expected: "a setting of this command", hint };
}

/** Null if the value is the contract's. */
function changed(name: string, received: unknown): Why | null {
  const value = contractValues[name];
  if (isDeepStrictEqual(received, value)) return null;
  const hint = "All agents of a league share it: it changes with the contract, by `league-codegen generate`.";
  return { expected: `${JSON.stringify(value)}, as in the contract`, hint };
}

function pointerPart(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

const { deadlineMs, retries } = methods.choose_parity;
const msPerSecond = 1000;

/**
 * What a configuration may state, and cannot change: these are data of the contract, and the same for all agents of a league (D149).
 * `timeout` is that of RS's `referee.json`, in seconds.
 */
const contractValues: { readonly [name: string]: unknown } = {
  timeout: deadlineMs / msPerSecond,
  max_retries: retries,
  points: protocol.points,
};

export interface SettingFault {
  readonly source: "flag" | "environment" | "file";
  /** `--port`, `LEAGUE_PORT`, or `league.json: /port`. */
  readonly place: string;
  /** The given value; undefined if missing. */
  readonly received: unknown;
  readonly expected: string;
  readonly hint?: string;
}

/** All faults of the settings, as one line. */
export class InvalidSettings extends StartupError {
  readonly faults: readonly SettingFault[];

  constructor(faults: readonly SettingFault[]) {
    const hints = faults.flatMap(({ hint }) => hint ?? []);
    super(
      "INVALID_CONFIG",
      faults.map(sentence).join("; "),
      hints.length > 0 ? hints.join(" ") : startupErrors.INVALID_CONFIG.hint,
    );
    this.faults = faults;
  }

  /** Whether the fault is in the command line. */
  get isUsage(): boolean {
    return this.faults.some(({ source }) => source === "flag");
  }
}

function sentence({ place, received, expected }: SettingFault): string {
  return received === undefined
    ? `${place} is missing; it must be ${expected}`
    : `${place} is ${shown(received)}; it must be ${expected}`;
}

/** A wrong value is shortened to this length. */
const longestValue = 60;

/** The text between `//` and `@`, as in `postgres://name:password@host`. */
const passwordInUrl = /(:\/\/)[^@/\s]*@/g;

function shown(value: unknown): string {
  const json = (JSON.stringify(value) ?? String(value)).replace(passwordInUrl, "$1***@");
  return json.length <= longestValue ? json : `${json.slice(0, longestValue)}…`;
}

/** A flag that does not fit the others. */
export function unfit(place: string, received: unknown, expected: string, hint?: string): InvalidSettings {
  const fault = { source: "flag", place, received, expected } as const;
  return new InvalidSettings([hint === undefined ? fault : { ...fault, hint }]);
}
