/** `league new`: the same as `npm create @league-v2/agent`. */
import { askOn, newProject } from "@league-v2/create-agent";
import type { NewSettings } from "./new-fields.js";
import type { World } from "./world.js";

export function runNew(settings: NewSettings, world: World): Promise<number> {
  const { out, error, folder, screen, stop } = world;
  const keyboard = world.keyboard();
  const ask = keyboard === null || screen === null ? null : askOn(keyboard, screen.write, stop);
  return newProject(settings, { out, error, folder, ask });
}
