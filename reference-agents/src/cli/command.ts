/** What a command of `league` is. */
import {
  type ConfigFile,
  type Fields,
  readSettings,
  type SettingsOf,
  type Sources,
} from "../settings/index.js";
import type { World } from "./world.js";

export interface CommandDefinition<F extends Fields> {
  readonly name: string;
  readonly summary: string;
  /** What the help says beside the options. */
  readonly details: string;
  readonly fields: F;
  /** Command lines with what they do. */
  readonly examples: readonly (readonly [line: string, effect: string])[];
  /** @returns the exit status */
  readonly run: (settings: SettingsOf<F>, world: World) => Promise<number>;
}

/** A command whose settings are its own business. */
export interface Command extends Omit<CommandDefinition<Fields>, "run"> {
  readonly start: (flags: Sources["flags"], file: ConfigFile | null, world: World) => Promise<number>;
}

export function command<F extends Fields>({ run, ...definition }: CommandDefinition<F>): Command {
  return {
    ...definition,
    start(flags, file, world) {
      return run(readSettings(definition.fields, { flags, file, environment: world.environment }), world);
    },
  };
}
