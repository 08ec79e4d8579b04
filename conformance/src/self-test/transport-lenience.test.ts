/** Agents with other permitted behaviour, or that break only SHOULDs, fail no MUST: some in each role, all with `FULL=1`. */
import { describe, expect, test } from "vitest";
import { oneIn } from "../../../tools/gate/one-in.js";
import { loadChecks, type RegisteredCheck } from "../checks/registry.js";
import { type Mutant, mutant, roleOf, rolesOf } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import { after, changeErrors, changeResponses, codeOf, plain } from "../mutants/transport.js";
import type { Role } from "../types.js";
import { tryMutant } from "./trial.js";

const options = { seed: 1, wire: "canonical" };

const checks = (await loadChecks()).filter(({ side }) => side === "transport");

/** Groups that send many messages, the same in every role. */
const COSTLY = ["hostile", "limit", "negative", "robustness"];

/**
 * It only judges whether plain requests are still answered after a thousand hostile ones; other checks judge each kind
 * of them. It takes as long as all of these together, so only one agent of this list is tried with it.
 */
const LONGEST = "transport/robustness/thousand-requests";

/** All checks for the first role of an agent; for its other roles only those that send few messages. */
function checksFor(role: Role, agent: Mutant): readonly RegisteredCheck[] {
  if (role !== roleOf(agent)) return checks.filter(({ group }) => !COSTLY.includes(group));
  return agent === HABITS[0] ? checks : checks.filter(({ check }) => check.id !== LONGEST);
}

const HABITS: readonly Mutant[] = [
  mutant({
    id: "transport:says-charset",
    fault: "Names the charset of its JSON, and writes its headers in capitals.",
    inject: after((reply) =>
      reply.body === ""
        ? undefined
        : { ...reply, headers: { "CONTENT-TYPE": "application/json; charset=utf-8", CONNECTION: "close" } },
    ),
  }),
  mutant({
    id: "transport:pretty-json",
    fault: "Writes its JSON over many lines, with a line break at the end.",
    inject: after((reply) =>
      reply.body === ""
        ? undefined
        : { ...reply, body: `${JSON.stringify(JSON.parse(reply.body), null, 2)}\n` },
    ),
  }),
  mutant({
    id: "transport:own-words",
    fault: "Has other texts for errors, and more members than it needs.",
    inject: changeErrors((error) => ({
      ...error,
      message: `Sorry: ${String(error.message)}`,
      retryable: false,
    })),
  }),
  mutant({
    id: "transport:bad-requests-with-http-400",
    fault: "Sends -32700 and -32600 with HTTP 400.",
    inject: after((reply) =>
      [-32_700, -32_600].some((code) => code === codeOf(reply)) ? { ...reply, status: 400 } : undefined,
    ),
  }),
  mutant({
    id: "transport:http-faults-in-words",
    fault: "Answers 404, 405, 413 and 415 with a page, and an Allow header in small letters.",
    inject: after((reply) =>
      reply.status >= 404
        ? {
            ...plain(reply.status, "<h1>Error</h1>", "text/html"),
            headers: { ...reply.headers, "content-type": "text/html" },
          }
        : undefined,
    ),
  }),
  mutant({
    id: "transport:brief-acknowledgements",
    fault: 'Acknowledges announcements with {"status": "ok"}.',
    roles: ["player", "referee"],
    inject: changeResponses((response) =>
      /_ACK"/.test(JSON.stringify(response.result ?? null)) &&
      !/GAME_JOIN_ACK/.test(JSON.stringify(response.result))
        ? { ...response, result: { status: "ok" } }
        : undefined,
    ),
  }),
];

/** Known faults against nothing but SHOULDs. */
const SHOULDS = [
  "byte-order-marks",
  "compact-times",
  "does-not-say-what-is-allowed",
  "drops-invalid-members",
  "errors-with-http-400",
  "errors-without-data",
  "first-of-the-batch",
  "accepts-bad-utf8",
  "full-with-sixty-four",
  "closes-on-deep-json",
  "json-as-plain-text",
  "just-says-ok",
  "lacks-discover",
  "lacks-ping",
  "knows-one-spelling-of-json",
  "new-conversations",
  "no-batches",
  "no-health",
  "ok-to-notifications",
  "one-code-for-all",
  "compares-types-of-ids",
  "overlooks-ids-of-answers",
  "overlooks-message-types",
  "overlooks-the-protocol",
  "overlooks-time-zones",
  "pings-back",
  "promises-too-much",
  "refuses-unknown-fields",
  "repeats-tokens",
  "senders-without-a-role",
  "serves-every-path",
  "serves-every-verb",
  "shows-exceptions",
  "shows-its-state-without-token",
  "takes-any-content-type",
  "takes-bodies-of-any-size",
  "takes-positional-params",
  "takes-short-bodies-only",
  "violations-in-prose",
  "waits-for-stalled-bodies-without-limit",
];

const known = (await loadMutants()).filter(({ id }) => SHOULDS.includes(id.replace("transport:", "")));

const agents = [...HABITS, ...known];

/** A player that joins in another conversation breaks PLY-JOIN-03, too. */
const breaksNoMust = (agent: Mutant, role: Role) =>
  agent.id !== "transport:new-conversations" || role !== "player";

/** The variants, and some of the known faults, in their first role; a few in the others. */
const trials = [
  ...[...HABITS, ...oneIn(8, known)].map((agent) => [agent.id, roleOf(agent), agent] as const),
  ...oneIn(
    32,
    agents.flatMap((agent) =>
      rolesOf(agent)
        .filter((role) => role !== roleOf(agent))
        .map((role) => [agent.id, role, agent] as const),
    ),
  ),
].filter(([, role, agent]) => breaksNoMust(agent, role));

describe("an agent that breaks no MUST fails none", () => {
  test.each(trials)("%s as a %s", async (_, role, agent) => {
    const results = [
      ...(await tryMutant(agent, role, { ...options, checks: checksFor(role, agent) })).values(),
    ];
    const failed = results.filter(({ verdict }) =>
      ["fail", "inconclusive", "harness-error"].includes(verdict),
    );
    expect(failed.map(({ id, verdict, diagnosis = "" }) => `${id} ${verdict}: ${diagnosis}`)).toEqual([]);
  });
});
