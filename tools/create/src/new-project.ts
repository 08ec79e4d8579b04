/** Makes a project, for `npm create @league-v2/agent` and for `league new`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CreateFault, completeSettings, type Given } from "./settings.js";
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
  const install =
    repository === undefined
      ? "npm install"
      : `npm --prefix ${shellQuoted(repository)} run tarballs
  npm install ${shellQuoted(join(repository, "league-packages"))}/*.tgz`;
  return `Next:
  cd ${shellQuoted(folder)}
  ${install}
  npm test               plays a league in memory
  npm run conformance    tests the agent against the contract, in seconds
  npm start              joins the league`;
}

/** Double quotes are known to every shell; single quotes are for what has a meaning inside of them. */
function shellQuoted(path: string): string {
  if (/^[\w./-]+$/.test(path)) return path;
  return /["$`!]|\\\\|\\$/.test(path) ? `'${path.replaceAll("'", "'\\''")}'` : `"${path}"`;
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
