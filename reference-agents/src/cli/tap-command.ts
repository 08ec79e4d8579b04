import { resolve } from "node:path";
import { protocol } from "@league-v2/contract";
import { StartupError } from "@league-v2/sdk";
import { writeAtomically } from "../files/index.js";
import { agentUrl, optional, port, type SettingsOf, text } from "../settings/index.js";
import { tap } from "../tap/index.js";
import { command } from "./command.js";
import { stoppedBefore, type World } from "./world.js";

const fields = {
  listen: port({ otherwise: 0, variable: "LEAGUE_LISTEN", help: "port to listen on; 0 takes any free one" }),
  target: agentUrl({
    path: protocol.paths.mcp,
    variable: "LEAGUE_TARGET",
    help: "address of the agent behind the tap, http only",
  }),
  report: optional(
    text({
      placeholder: "<file>",
      variable: "LEAGUE_REPORT",
      help: "where the report is written at the end, as league-conformance writes its own",
    }),
  ),
};

export const tapCommand = command({
  name: "tap",
  summary: "listen to what two agents say to each other",
  details: `Passes every byte on as it came, in both directions, and looks at each message in any wire form: what departs
from the contract is named with its clause and its place. It runs until it is stopped; its exit status is 1 if a MUST was
broken. \`league-conformance diff\` compares two of its reports.`,
  fields,
  examples: [
    [
      "league tap --listen 8100 --target http://127.0.0.1:8101 --report heard.json",
      "give 8100 to the others as the player's port",
    ],
  ],
  run: runTap,
});

async function runTap({ listen, target, report }: SettingsOf<typeof fields>, world: World): Promise<number> {
  const url = new URL(target);
  if (url.protocol !== "http:") {
    throw new StartupError("INVALID_CONFIG", `${target} is not http`, "A tap cannot read what is encrypted.");
  }
  const { clock, out, error, stop, folder } = world;
  const running = await tap({ listen, target: url, now: () => clock.now(), say: out });
  error(`tap listens on http://127.0.0.1:${running.port}${url.pathname} and passes on to ${target}`);
  try {
    await stoppedBefore(new Promise(() => {}), stop);
    const heard = running.report();
    if (report !== undefined)
      await writeAtomically(resolve(folder, report), `${JSON.stringify(heard, null, 2)}\n`);
    const { pass, warn, fail } = heard.summary;
    error(
      `tap ends: ${pass} kinds of messages without a fault, ${warn} with a warning, ${fail} with a broken MUST`,
    );
    return heard.exit_code === 1 ? 1 : 0;
  } finally {
    await running.close();
  }
}
