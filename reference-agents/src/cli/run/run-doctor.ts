/** `league doctor`: examines one agent and prints the findings. */
import { resolve } from "node:path";
import { protocol } from "@league-v2/contract";
import { type Clock, secureRandom, type Transport } from "@league-v2/sdk";
import { assertWritable, nodeTransport, writeAtomically } from "@league-v2/sdk/node";
import {
  bundledFormOf,
  type Conclusion,
  canPlay,
  describeConclusion,
  negotiate,
  testCommand,
} from "@league-v2/sdk/wire";
import { printable } from "../../league/describe.js";
import type { CliContext } from "../cli-context.js";
import type { DoctorSettings } from "../command-fields.js";

const [COULD_PLAY, COULD_NOT, UNREACHABLE] = [0, 1, 3];
const roles: readonly Conclusion["role"][] = ["player", "referee", "manager"];
/** The file name of the profile in the suggested commands. */
const usualFile = "agent.wire.json";

export async function runDoctor(settings: DoctorSettings, context: CliContext): Promise<number> {
  const { url, role, out, json } = settings;
  if (out !== undefined) await assertWritable(resolve(context.folder, out));
  const transport = nodeTransport({ limits: protocol.limits });
  const { clock } = context;
  const found = await negotiate({
    url,
    clock,
    random: secureRandom,
    transport: mentionWaits(transport, clock, context.error),
    roles: role === "any" ? roles : [role],
  }).finally(() => transport.close());
  if (out !== undefined && found.document !== undefined) {
    await writeAtomically(resolve(context.folder, out), `${JSON.stringify(found.document, null, 2)}\n`);
  }
  const file = out ?? usualFile;
  if (json) context.out(JSON.stringify(findings(url, found, file), null, 2));
  else for (const line of lines(url, found, out)) context.out(printable(line.replace(/\s*\n\s*/g, " ")));
  if (!found.isReached) return UNREACHABLE;
  return canPlay(found) ? COULD_PLAY : COULD_NOT;
}

function lines(url: string, found: Conclusion, out: string | undefined): string[] {
  const description = describeConclusion(url, found, out ?? usualFile);
  const { document } = found;
  if (document === undefined || bundledFormOf(document) !== undefined) return description;
  const { name: _, title: __, description: ___, ...rules } = document;
  return [
    ...description,
    out === undefined ? `Profile: ${JSON.stringify(rules)}` : `Profile: written to ${out}`,
  ];
}

/** The findings as JSON. */
function findings(url: string, found: Conclusion, file: string): object {
  const { role, isReached, understood, refused, document, evidence, open, requests } = found;
  const form = bundledFormOf(document) ?? (document === undefined ? null : file);
  return {
    url,
    role,
    reachable: isReached,
    could_play: canPlay(found),
    understood,
    not_understood: refused,
    form: bundledFormOf(document) ?? null,
    learned: evidence,
    open,
    requests,
    profile: document ?? null,
    test: form === null ? null : testCommand(url, role, form),
  };
}

/** An answer that takes longer is mentioned, so that the command is not silent while it waits. */
const mentionedAfterMs = 2_000;

/** The same transport; `say` gets a line about each request that is not answered soon. */
function mentionWaits(transport: Transport, clock: Clock, say: (line: string) => void): Transport {
  return {
    send(request) {
      const timer = clock.after(mentionedAfterMs, () =>
        say(`Waiting for ${request.url} to answer ${nameOf(request.body)} …`),
      );
      return transport.send(request).finally(() => timer.cancel());
    },
  };
}

/** The method of a JSON-RPC request. */
function nameOf(body: string): string {
  return /"method":"([\w./-]+)"/.exec(body)?.[1] ?? "a request";
}
