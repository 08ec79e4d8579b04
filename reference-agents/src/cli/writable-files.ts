/** Checks the files that flags name before the work, so that a wrong path is not reported after it. */
import { rm, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { reasonOf, writeAtomically } from "../files/index.js";
import { InvalidSettings, type SettingFault } from "../settings/index.js";

/** @param files by flag; @param folder what a relative path starts from. @throws InvalidSettings with all that cannot be written */
export async function assertWritable(
  files: Readonly<Record<`--${string}`, string | undefined>>,
  folder: string,
): Promise<void> {
  const faults: SettingFault[] = [];
  for (const [place, file] of Object.entries(files)) {
    if (file === undefined) continue;
    const fault = await faultOf(resolve(folder, file));
    if (fault !== undefined) {
      faults.push({
        ...{ source: "flag", place, received: file },
        expected: "a file that can be written",
        hint: `${fault}.`,
      });
    }
  }
  if (faults.length > 0) throw new InvalidSettings(faults);
}

async function faultOf(path: string): Promise<string | undefined> {
  const probe = `${path}.probe`;
  try {
    if ((await stat(path).catch(() => undefined))?.isDirectory()) return `${path} is a folder`;
    await writeAtomically(probe, "");
    await rm(probe);
  } catch (error) {
    return reasonOf(error);
  }
}
