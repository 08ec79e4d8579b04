/** A command of `league`: the data for the help, and a function that loads the rest when the command runs. */
import type { ConfigFile } from "../settings/config-file.js";
import type { Fields, SettingsOf } from "../settings/field.js";
import type { Sources } from "../settings/read-settings.js";
import type { CliContext } from "./cli-context.js";

export interface CommandDefinition<F extends Fields> {
  readonly name: string;
  readonly summary: string;
  /** The help text in addition to the options. */
  readonly details: string;
  readonly fields: F;
  /** Switches that stand for several flags; the flags themselves have precedence. */
  readonly shorthands?: { readonly [flag: string]: Sources["flags"] };
  /** The setting that may be given without its flag: `league doctor URL`. */
  readonly argument?: string;
  /** Example command lines, each with its description. */
  readonly examples: readonly (readonly [line: string, effect: string])[];
  /** @returns the exit status */
  readonly run: (settings: SettingsOf<F>, context: CliContext) => Promise<number>;
}

/** A command without the types of its settings. */
export interface Command extends Omit<CommandDefinition<Fields>, "run"> {
  readonly start: (flags: Sources["flags"], file: ConfigFile | null, context: CliContext) => Promise<number>;
}

export function command<F extends Fields>({ run, ...definition }: CommandDefinition<F>): Command {
  return {
    ...definition,
    async start(flags, file, context) {
      const { readSettings } = await import("../settings/read-settings.js");
      const { environment } = context;
      return run(readSettings(definition.fields, { flags, file, environment }), context);
    },
  };
}
