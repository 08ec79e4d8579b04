/** A reference agent that uses one wire form, and a run that has to detect that form. */
import { loadChecks } from "../src/checks/registry.js";
import { parse } from "../src/mutants/fault-injection.js";
import { Codec, findMessage } from "../src/profiles/codec.js";
import { loadProfile } from "../src/profiles/load.js";
import type { FaultInjection } from "../src/subject/in-process-subject.js";
import type { Role } from "../src/types.js";
import { type InMemoryRun, runInMemory } from "./in-memory-run.js";

export const PICKED = [
  "transport/wire/league-form",
  "transport/response/says-2-0",
  "transport/envelope/conversation",
  "transport/envelope/protocol",
  "transport/envelope/utc-forms",
  "transport/id/echoed",
  "player/join/accepts",
  "player/join/joins-in-time",
  "player/choice/echoes-match",
  "player/registration/registers",
  "referee/draw/publishes-what-was-sent",
  "referee/assignment/plays-the-match",
  "referee/registration/registers",
  "manager/registration/accepts-players",
];
const checks = await loadChecks();

/** Supports messages in this form only. */
export function ignoresOthers(codec: Codec): FaultInjection {
  return {
    handler: (inner) => (http) => {
      const body = parse(http.body);
      const isPlain = body?.method === "ping" || body?.method === "initialize";
      const error = isPlain ? undefined : refusalIn(codec, body);
      if (error === undefined) return inner(http);
      return Promise.resolve({
        status: 200,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: body?.id ?? null, error }),
      });
    },
  };
}

function refusalIn(codec: Codec, body: unknown): { code: number; message: string } | undefined {
  const found = findMessage(body);
  if (found === undefined || !codec.fits(body)) return { code: -32_601, message: "Method not found" };
  const { nest } = codec.rulesOf(codec.typeOf(found));
  if (nest === undefined || Object.hasOwn(found.message, nest)) return undefined;
  return { code: -32_602, message: `Missing required field: ${nest}` };
}

export async function tryOut(
  role: Role,
  wire: string,
  asked?: string,
  inject = ignoresOthers(new Codec(loadProfile(wire))),
  picked: readonly string[] = PICKED,
): Promise<InMemoryRun> {
  return runInMemory(role, {
    inject,
    wire,
    checks: checks.filter(
      ({ check, side }) => picked.includes(check.id) && (side === role || side === "transport"),
    ),
    options: {
      profile: asked === undefined ? undefined : loadProfile(asked),
      trusted: false,
      verdictsOnly: true,
    },
  });
}
