import type { TransportBench } from "../../bench/transport-bench.js";
import { printable } from "../../json/text.js";
import type { Twist } from "../../peers/speaker.js";
import { aWhile, exchanges } from "../../time/mandates.js";
import type { Check } from "../../types.js";
import { observed } from "./_observed.js";
import { came, mustServe, stillServes, tell, timeFor } from "./_rpc.js";
import { rudeness } from "./robustness/_hostility.js";

const REQUESTS = 1_000;

const ROUNDS = 10;

const AT_ONCE = 8;

/** Whoever takes longer over a hostile request is hung up on: that is hostile too. */
const PATIENCE_MS = aWhile() / 4;

/** What an answer may be made of: the message itself, a complaint about it, a complaint about its JSON. */
const TWISTS: readonly (readonly [string, Twist])[] = [
  ["a message", {}],
  ["a message without its timestamp", { remove: ["/timestamp"] }],
  ["a message of another protocol", { set: { "/protocol": "league.v1" } }],
  ["a message of another type", { set: { "/message_type": "NO_SUCH_MESSAGE" } }],
];

export const robustnessChecks: readonly Check<TransportBench>[] = [
  {
    id: "transport/robustness/a-thousand",
    title: "still does its work after 1,000 malformed, oversized, foreign and broken-off requests",
    decides: ["TRN-SAFE-01"],
    kills: ["transport:worn-out", "transport:wedged-by-broken-json"],
    needs: { last: true },
    worstCaseMs: exchanges(2) + (REQUESTS / AT_ONCE) * PATIENCE_MS,
    async run(bench) {
      const before = await mustServe(bench);
      for (let round = 1; round <= ROUNDS; round += 1) {
        const kinds = Array.from({ length: REQUESTS / ROUNDS }, () => rudeness(bench));
        await bench.volley(
          kinds.map((kind) => kind.make(bench)),
          { atOnce: AT_ONCE, timeoutMs: PATIENCE_MS },
        );
        const after = await bench.valid();
        const names = [...new Set(kinds.map(({ name }) => name))].join(", ");
        bench.expect.that(stillServes(after), {
          diagnosis: `after ${(round * REQUESTS) / ROUNDS} hostile requests, a plain one ${came(after)}; before them it ${came(before)}`,
          expected: tell(before),
          received: tell(after),
          hint: `Among them were ${names}. What the agent wrote to its output at that moment may tell which it was.`,
        });
      }
    },
  },
  /** The places that anybody can read: whoever finds the token there speaks for the agent from then on. */
  {
    id: "transport/robustness/keeps-its-own-token",
    title: "shows its token neither at GET /health nor in what it writes to its output",
    decides: ["TRN-SAFE-04"],
    kills: ["transport:shows-its-token-at-health"],
    worstCaseMs: timeFor(3),
    async run(bench) {
      const { agent, expect } = bench;
      const { token } = agent;
      if (token === undefined)
        return bench.notApplicable("the agent has no token of its own that the suite knows");
      await mustServe(bench);
      const answer = await agent.send("", {
        question: "GET /health",
        http: { verb: "GET", path: "/health" },
      });
      const said = answer.raw.kind === "reply" ? printable(answer.raw.body, 65_536) : "";
      const places = {
        "its answer to GET /health": said,
        "what it writes to its standard output or error": agent.output,
      };
      for (const [place, text] of Object.entries(places)) {
        expect.that(!text.includes(token), {
          diagnosis: `${place} shows the auth_token that the agent got when it registered`,
          expected: "no token",
          received: "its token",
        });
      }
    },
  },
  {
    id: "transport/robustness/keeps-tokens",
    title: "repeats nobody's token in its answers",
    decides: ["TRN-SAFE-02"],
    kills: ["transport:repeats-tokens"],
    worstCaseMs: timeFor(4 * (TWISTS.length + 2)),
    async run(bench) {
      await mustServe(bench);
      for (const [what, twist] of [...TWISTS, ["a message that breaks off", undefined] as const]) {
        const token = Buffer.from(bench.random.bytes(16)).toString("hex");
        const body = bench.validBody(1, { ...twist, set: { ...twist?.set, "/auth_token": token } });
        const text = JSON.stringify(body);
        const answer = await bench.agent.send(twist === undefined ? text.slice(0, -2) : text, {
          question: `${what} that bears the token of somebody else`,
        });
        const said = answer.raw.kind === "reply" ? printable(answer.raw.body, 65_536) : "";
        bench.expect.that(!said.includes(token), {
          diagnosis: `the answer to ${answer.question} repeats that token`,
          expected: "an answer without it",
          received: answer.describe(),
        });
      }
    },
  },
  observed({
    id: "transport/robustness/tells-nothing",
    title: "shows no stack trace, no path and no exception in its answers",
    decides: ["TRN-SAFE-02"],
    kills: ["transport:shows-stack-traces", "transport:shows-exceptions", "transport:shows-paths"],
    rules: ["leak"],
  }),
];
