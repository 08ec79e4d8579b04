/** An invalid setting: its place, its value, the expected value, and a hint. */
import { startupErrors } from "@league-v2/contract";
import { StartupError } from "@league-v2/sdk";

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
