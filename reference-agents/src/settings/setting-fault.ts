/** A setting that cannot be used: where it stands, what it is, what it should be, what to do. */
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

/** All faults that were found at once, as one line. */
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

  /** Whether it is the command line that has to be written differently. */
  get isUsage(): boolean {
    return this.faults.some(({ source }) => source === "flag");
  }
}

function sentence({ place, received, expected }: SettingFault): string {
  return received === undefined
    ? `${place} is missing; it must be ${expected}`
    : `${place} is ${shown(received)}; it must be ${expected}`;
}

/** How much of a wrong value is repeated. */
const longestValue = 60;

/** The text between `//` and `@`, as in `postgres://name:password@host`. */
const passwordInUrl = /(:\/\/)[^@/\s]*@/g;

function shown(value: unknown): string {
  const json = (JSON.stringify(value) ?? String(value)).replace(passwordInUrl, "$1***@");
  return json.length <= longestValue ? json : `${json.slice(0, longestValue)}…`;
}
