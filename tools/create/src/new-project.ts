/** Makes a project, for `npm create @league-v2/agent` and for `league new`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CreateFault } from "./fault.js";
import { completeSettings, type Given } from "./settings.js";
import { packageFolder, templates } from "./templates.js";
import { Aborted, type Terminal } from "./terminal.js";
import { writeProject } from "./write-project.js";

const [DONE, INTERRUPTED] = [0, 130];

/** @returns the exit status: 0 done, 1 the folder cannot be written, 2 the command line must be changed, 130 interrupted */
export async function newProject(given: Given, terminal: Terminal): Promise<number> {
  try {
    const settings = await completeSettings(given, terminal);
    const { folder, files } = await writeProject(settings, ownVersion(), terminal.folder);
    terminal.out(`${folder}: ${templates[settings.template].summary}, ${files.length} files`);
    terminal.out(nextSteps(settings.folder, repositoryOf(packageFolder(""))));
    return DONE;
  } catch (error) {
    if (error instanceof CreateFault) {
      terminal.error(error.message);
      return error.exitCode;
    }
    if (!(error instanceof Aborted)) throw error;
    terminal.error("\nStopped. No file was written.");
    return INTERRUPTED;
  }
}

/** @param repository the checkout of this program, from which the packages are installed instead of npm */
export function nextSteps(folder: string, repository: string | undefined): string {
  const place = /^[\w./-]+$/.test(folder) ? folder : `"${folder}"`;
  const install =
    repository === undefined
      ? "npm install"
      : `npm --prefix "${repository}" run tarballs
  npm install ${join(repository, "league-packages", "*.tgz")}`;
  return `Next:
  cd ${place}
  ${install}
  npm test               plays a league in memory
  npm run conformance    tests the agent against the contract, in seconds
  npm start              joins the league`;
}

/** The folder of the repository; undefined if this package is installed from npm. */
export function repositoryOf(packagePath: string): string | undefined {
  return /[\\/]node_modules[\\/]/.test(packagePath) ? undefined : join(packagePath, "..", "..");
}

/** The version of this package, which all packages of league.v2 share. */
export function ownVersion(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
