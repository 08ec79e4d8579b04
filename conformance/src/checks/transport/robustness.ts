import { protocol } from "../../contract.js";
import type { TransportFixture, UnjudgedRequest } from "../../fixtures/transport-fixture.js";
import { textOfBytes, utf8 } from "../../json.js";
import { AMBIGUOUS, BROKEN, EMPTY, LONG, NESTED, UNUSUAL } from "../../negatives/hostile.js";
import type { Answer } from "../../peers/exchange/answer.js";
import type { MessageOverrides } from "../../peers/exchange/peer-client.js";
import { rule } from "../../rules/rule.js";
import { gracePeriodMs, longestDeadline } from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import {
  assertStillServed,
  isResponse,
  NO_SUCH_METHOD,
  requests,
  sendPlainAfter,
  sendServed,
  stillServes,
} from "./helpers/json-rpc.js";

interface HostileRequests {
  /** For the diagnosis. */
  name: string;
  weight: number;
  make(fixture: TransportFixture): UnjudgedRequest;
}

/** A client that sends half a request closes the connection soon after. */
const BROKEN_OFF_MS = gracePeriodMs() / 50;

const FOREIGN = [
  '<?xml version="1.0"?><methodCall><methodName>ping</methodName></methodCall>',
  '{"query":"{ players { id } }"}',
  "username=admin&password=admin",
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05"}}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__import__","arguments":null}}',
];

const PATHS = ["/", "/mcp/../../etc/passwd", "/.env", "/mcp?x=%00", "/favicon.ico"];

const VERBS = ["GET", "PUT", "DELETE", "OPTIONS", "TRACE"];

const LIGHT = [...EMPTY, ...BROKEN, ...AMBIGUOUS, ...UNUSUAL];

/** Bodies that are long, or slow to read, are sent less often. */
const HEAVY = [...NESTED, ...LONG];

const KINDS: readonly HostileRequests[] = [
  {
    name: "bodies of random bytes",
    weight: 20,
    make: ({ random }) => ({ body: random.bytes(1 + random.below(200)) }),
  },
  {
    name: "JSON that breaks off",
    weight: 20,
    make: (fixture) => ({ body: cut(fixture, utf8(JSON.stringify(fixture.validBody()))) }),
  },
  {
    name: "bodies that no schema describes",
    weight: 25,
    make: (fixture) => ({ body: pick(fixture, LIGHT)[1](fixture.validBody()) }),
  },
  {
    name: "messages without their fields",
    weight: 15,
    make: (fixture) => ({ body: utf8(JSON.stringify({ ...fixture.validBody(), params: halved(fixture) })) }),
  },
  {
    name: "requests of other protocols",
    weight: 10,
    make: (fixture) => ({ body: utf8(pick(fixture, FOREIGN)) }),
  },
  {
    name: "requests for other paths and with other verbs",
    weight: 10,
    make: (fixture) => ({ verb: pick(fixture, VERBS), path: pick(fixture, PATHS) }),
  },
  {
    name: "requests that break off",
    weight: 5,
    make: (fixture) => ({
      body: utf8(JSON.stringify(fixture.validBody())),
      pace: { stopAfterBytes: fixture.random.below(100) },
      timeoutMs: BROKEN_OFF_MS,
    }),
  },
  {
    name: "bodies that are long or nested deeply",
    weight: 1,
    make: (fixture) => ({ body: pick(fixture, HEAVY)[1](fixture.validBody()) }),
  },
  {
    name: "bodies over the limit",
    weight: 1,
    make: () => ({ body: utf8(`"${"a".repeat(protocol.limits.bodyBytes)}"`) }),
  },
];

/** Each as often as its weight. */
const WEIGHTED = KINDS.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));

function pick<T>({ random }: TransportFixture, from: readonly T[]): T {
  return from[random.below(from.length)] as T;
}

function cut({ random }: TransportFixture, body: Uint8Array): Uint8Array {
  return body.subarray(0, random.below(body.length - 1));
}

function halved(fixture: TransportFixture): unknown {
  const { params } = fixture.validBody();
  return Object.fromEntries(Object.entries(params ?? {}).filter(() => fixture.random.below(2) === 0));
}

const UNUSUAL_BODIES = [...LIGHT, ...LONG];

const REQUESTS = 1_000;

const ROUNDS = 10;

const AT_ONCE = 8;

/** The connection of a hostile request is closed after this time, which is hostile too. */
const TIMEOUT_MS = gracePeriodMs() / 4;

/** The plain message, and variants with one fault. */
const OVERRIDES: readonly (readonly [string, MessageOverrides])[] = [
  ["a message", {}],
  ["a message without its timestamp", { remove: ["/timestamp"] }],
  ["a message of another protocol", { set: { "/protocol": "league.v1" } }],
  ["a message of another type", { set: { "/message_type": "NO_SUCH_MESSAGE" } }],
];

export const robustnessChecks: readonly Check<TransportFixture>[] = [
  {
    id: "transport/robustness/thousand-requests",
    title: "still does its work after 1,000 malformed, oversized, foreign and broken-off requests",
    decides: ["TRN-SAFE-01"],
    needs: { last: true },
    steps: [times(2, longestDeadline()), times(REQUESTS / AT_ONCE, TIMEOUT_MS)],
    async run(fixture) {
      const before = await sendServed(fixture);
      for (let round = 1; round <= ROUNDS; round += 1) {
        const kinds = Array.from({ length: REQUESTS / ROUNDS }, () => pick(fixture, WEIGHTED));
        await fixture.sendMany(
          kinds.map((kind) => kind.make(fixture)),
          { atOnce: AT_ONCE, timeoutMs: TIMEOUT_MS },
        );
        const after = await sendPlainAfter(fixture, before);
        const names = [...new Set(kinds.map(({ name }) => name))].join(", ");
        fixture.expect.answer(after, stillServes(fixture, after, before), before.describe(), {
          what: `after ${(round * REQUESTS) / ROUNDS} hostile requests, a plain one`,
          but: `; before them it ${before.describeAsEnd()}`,
          hint: `Among them were ${names}. What the agent wrote to its output at that moment may show which it was.`,
        });
      }
    },
  },
  /** Each alone, so that the one that does harm is named. */
  {
    id: "transport/robustness/unusual-bodies",
    title: "serves the next request after bodies at which a parser may fail",
    decides: ["TRN-SAFE-01"],
    // Long enough to notice the end of an agent here, and not in the next check.
    steps: [requests(12 * UNUSUAL_BODIES.length)],
    async run(fixture) {
      const before = await sendServed(fixture);
      for (const [label, make] of UNUSUAL_BODIES) {
        const answer = await fixture.agent.send(make(fixture.validBody()), {
          question: `a request with ${label}`,
        });
        if (answer.outcome === "message" && (await isHeldByMatch(fixture, before))) continue;
        await assertStillServed(fixture, before, label, "the answer that it got before");
      }
    },
  },
  /** Places that any client can read: a client that finds the token there can impersonate the agent. */
  {
    id: "transport/robustness/keeps-its-own-token",
    title: "does not show its token at GET /health",
    decides: ["TRN-SAFE-04"],
    steps: [requests(3)],
    async run(fixture) {
      const { agent, expect } = fixture;
      const { token } = agent;
      if (token === undefined) return fixture.notApplicable("the suite knows no token of the agent");
      await sendServed(fixture);
      const answer = await agent.send("", {
        question: "GET /health",
        http: { verb: "GET", path: "/health" },
      });
      const body = answer.raw.kind === "reply" ? textOfBytes(answer.raw.body, 65_536) : "";
      expect.that(!body.includes(token), showsToken("its answer to GET /health"));
    },
  },
  /** Checked at the end of the run, because a token may be written at the end of a match or of the process. */
  rule({
    id: "transport/robustness/writes-no-token",
    title: "does not write its token to its output",
    decides: ["TRN-SAFE-04"],
    over: {
      name: "processes of the agent",
      seenBy({ processes, notApplicable }: TransportFixture) {
        const known = processes.filter(({ token }) => token() !== undefined);
        return known.length > 0 ? known : notApplicable("the suite knows no token of the agent");
      },
      traceOf: () => ({ count: 1 }),
    },
    judge: ({ token, output }, { expect }) =>
      expect.that(
        !output().includes(token() ?? ""),
        showsToken("what it writes to its standard output or error"),
      ),
  }),
  {
    id: "transport/robustness/keeps-tokens",
    title: "repeats no token in its answers",
    decides: ["TRN-SAFE-02"],
    steps: [requests(4 * (OVERRIDES.length + 2))],
    async run(fixture) {
      await sendServed(fixture);
      for (const [what, overrides] of [...OVERRIDES, ["a message that breaks off", undefined] as const]) {
        const token = Buffer.from(fixture.random.bytes(16)).toString("hex");
        const body = fixture.validBody(1, { ...overrides, set: { ...overrides?.set, "/auth_token": token } });
        const text = JSON.stringify(body);
        const answer = await fixture.agent.send(overrides === undefined ? text.slice(0, -2) : text, {
          question: `${what} that bears the token of another agent`,
        });
        const replyText = answer.raw.kind === "reply" ? textOfBytes(answer.raw.body, 65_536) : "";
        fixture.expect.answer(answer, !replyText.includes(token), "an answer without it", {
          but: ", with that token",
        });
      }
    },
  },
];

/**
 * A player that such a body invited may not answer other invitations before the end of that match, but answers other
 * requests; player/join judges that.
 */
async function isHeldByMatch(fixture: TransportFixture, before: Answer): Promise<boolean> {
  if (fixture.role !== "player") return false;
  const plain = await sendPlainAfter(fixture, before);
  return (
    plain.failure?.reason === "timeout" && isResponse((await fixture.agent.call(NO_SUCH_METHOD, {})).json)
  );
}

function showsToken(place: string) {
  return {
    diagnosis: `${place} shows the auth_token that the agent got when it registered`,
    expected: "no token",
    received: "its token",
  };
}
