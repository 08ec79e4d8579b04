/** `league new`: the same as `npm create @league-v2/agent`. */
import { askOn, newProject } from "@league-v2/create-agent";
import type { CliContext } from "./cli-context.js";
import type { NewSettings } from "./new-fields.js";

export function runNew(settings: NewSettings, cliContext: CliContext): Promise<number> {
  const { out, error, folder, screen, stop } = cliContext;
  const keyboard = cliContext.keyboard();
  const ask = keyboard === null || screen === null ? null : askOn(keyboard, screen.write, stop);
  return newProject(settings, { out, error, folder, ask });
}
