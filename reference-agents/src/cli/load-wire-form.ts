/** The wire form that `--wire` names. The profiles are loaded only if the option is given. */
import type { WireProfile } from "@league-v2/sdk/wire";

/** @throws InvalidSettings for a file that is no profile */
export async function loadWireForm(
  setting: string,
  folder: string,
  flag = "--wire",
): Promise<string | WireProfile> {
  if (setting === "auto") return setting;
  const { wireOf } = await import("./wire-form.js");
  return wireOf(setting, folder, flag);
}

/** The forms of single members, by display name. @throws InvalidSettings for a form that is not known */
export async function loadWireForms(
  settings: Readonly<Record<string, string>>,
  folder: string,
): Promise<Readonly<Record<string, string | WireProfile>>> {
  const loading = Object.entries(settings).map(async ([name, form]) => [
    name,
    await loadWireForm(form, folder, "--wire-for"),
  ]);
  return Object.fromEntries(await Promise.all(loading));
}
