/** `league tap`: a recording proxy between two agents. */
import { resolve } from "node:path";
import { assertWritable, writeAtomically } from "@league-v2/sdk/node";
import { fileRecordingLimit, Recording } from "@league-v2/viewer/record";
import type { Exchange } from "../../tap/relay.js";
import { tap } from "../../tap/tap.js";
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
  const kept = html === undefined ? undefined : recordTap(target, now);
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
      const { savePage } = await import("../watch/page-handler.js");
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

interface TapRecording {
  readonly recording: Recording;
  readonly onExchange: (exchange: Exchange) => void;
}

/** @param target address of the agent behind the tap */
function recordTap(target: string, now: () => number): TapRecording {
  const recording = new Recording(now, fileRecordingLimit);
  const head = { type: "league_opened", league_id: `Tap on ${target}`, managers: [], clock: "real" } as const;
  recording.add({ kind: "fact", fact: { ...head, seed: null } });
  return {
    recording,
    onExchange({ request, requestAt, answer, answerAt }) {
      // Only a POST carries a message.
      if (!request.startLine.startsWith("POST ")) return;
      const exchange = recording.newExchange();
      recording.add({ kind: "sent", exchange, from: null, to: target, body: request.body }, requestAt);
      const status = answer?.status ?? null;
      const failure = answer === null ? "the connection ended without an answer" : null;
      const body = answer?.body.toString("utf8") ?? "";
      recording.add({ kind: "answered", exchange, status, body, failure }, answerAt);
    },
  };
}
