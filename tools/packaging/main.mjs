// Packs what is published and uses it from tarballs, in an empty project outside of this repository: write a player, run the
// suite, change the contract.
import { readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { contentFaults, entryFaults } from "./contents.mjs";
import { managerFaults } from "./managers.mjs";
import { oldestNodeFaults, oldNodeFaults } from "./node-versions.mjs";
import { ownContractFaults } from "./own-contract.mjs";
import { pack, releaseFaults, releaseOrder, workspacesOf } from "./pack.mjs";
import { readmePlayerFaults } from "./readme-player.mjs";
import { installed, scratchFolder } from "./run.mjs";
import { templateFaults } from "./templates.mjs";
import { typeFaults } from "./types.mjs";

/** The packages that are imported; the others are commands and data. */
const LIBRARIES = new Set(["@league-v2/contract", "@league-v2/sdk", "@league-v2/agents"]);

const root = join(import.meta.dirname, "..", "..");
const scratch = scratchFolder();
let faultCount = 0;

// Everything that is started here, the installed programs too, runs on the repository's own Node.
const systemPath = process.env.PATH;
process.env.PATH = [join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
// The programs keep their compiled code by their paths, which no later run has: it goes with them.
process.env.NODE_COMPILE_CACHE = join(scratch, "compiled");

/** Says what is done, does it, and says what was wrong. */
async function step(title, work) {
  const started = performance.now();
  const faults = await work();
  faultCount += faults.length;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${faults.length === 0 ? "ok" : "FAULT"}  ${title} (${seconds} s)`);
  for (const fault of faults) console.log(`       ${fault}`);
}

try {
  const released = releaseOrder(workspacesOf(root));
  const all = pack(
    root,
    released.map(({ folder }) => folder),
    scratch,
  );
  const packages = all.filter(({ name }) => LIBRARIES.has(name));
  for (const { name, files } of all) console.log(`packed ${name}: ${files.length} files`);

  await step("a release would publish these versions, and describes them", () =>
    releaseFaults(released, readFileSync(join(root, "CHANGELOG.md"), "utf8")),
  );
  await step("the tarballs hold what they should, and nothing else", () => all.flatMap(contentFaults));
  await step("publint and attw find no fault", () => typeFaults(packages));

  const project = installed(root, all, join(scratch, "project"));
  await step("every export can be imported and required, without code generation from strings", () =>
    entryFaults(project, packages),
  );
  await step("a player in ten lines compiles, and the command plays a league", () =>
    readmePlayerFaults(root, project),
  );
  await step("an old Node gets a message with the required version", () =>
    oldNodeFaults(project, systemPath),
  );
  if (process.env.FULL !== undefined)
    await step("npm, pnpm and Yarn install the tarballs by the printed lines", () =>
      managerFaults(all, join(scratch, "installed")),
    );
  if (process.env.FULL !== undefined)
    await step("the oldest Node that is promised runs every program", () =>
      oldestNodeFaults(root, project, scratch),
    );
  await step("each template is a project whose tests pass, and the suite judges its agent", () =>
    templateFaults(root, project),
  );
  await step("a changed contract takes the place of ours, by its page", () =>
    ownContractFaults(root, project),
  );
} catch (error) {
  faultCount += 1;
  console.log(`FAULT  ${error instanceof Error ? error.message : String(error)}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(faultCount === 0 ? "the packages can be published" : `${faultCount} faults`);
process.exitCode = faultCount === 0 ? 0 : 1;
