/** `league tap`: a recording proxy between two agents. */
import { resolve } from "node:path";
import { assertWritable, writeAtomically } from "@league-v2/sdk/node";
import { tap } from "../../tap/index.js";
import { type CliContext, stoppedBefore } from "../cli-context.js";
import type { TapSettings } from "../command-fields.js";

export async function runTap(
  { listen, target, report, html }: TapSettings,
  context: CliContext,
): Promise<number> {
  const url = new URL(target);
  const { clock, out, error, stop, folder } = context;
  for (const file of [report, html]) if (file !== undefined) await assertWritable(resolve(folder, file));
  const now = () => clock.now();
  const kept =
    html === undefined ? undefined : (await import("../watch/save-page.js")).recordTap(target, now);
  const running = await tap({
    listen,
    target: url,
    now,
    say: out,
    ...(kept === undefined ? {} : { onExchange: kept.onExchange }),
  });
  error(`tap listens on http://127.0.0.1:${running.port}${url.pathname} and passes on to ${target}`);
  try {
    await stoppedBefore(new Promise(() => {}), stop);
    const observed = running.report();
    if (report !== undefined)
      await writeAtomically(resolve(folder, report), `${JSON.stringify(observed, null, 2)}\n`);
    if (html !== undefined && kept !== undefined) {
      const { savePage } = await import("../watch/save-page.js");
      error(`page: ${await savePage(kept.recording, html, folder)}`);
    }
    const { pass, warn, fail } = observed.summary;
    error(
      `tap ends: ${pass} kinds of messages without a fault, ${warn} with a warning, ${fail} with a broken MUST`,
    );
    return observed.exit_code === 1 ? 1 : 0;
  } finally {
    await running.close();
  }
}
