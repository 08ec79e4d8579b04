import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { isObject } from "../../../json/pointer.js";
import { show } from "../../../json/text.js";
import { came, tell, timeFor } from "../_rpc.js";

/** What each member may be called, and what it may be. */
const MEMBERS: readonly (readonly [name: RegExp, isRight: (value: unknown) => boolean, what: string])[] = [
  [/^role$/, (value) => typeof value === "string", "role"],
  [/^(\w+_)?id$/, (value) => typeof value === "string" || value === null, "id"],
  [/^state$/, (value) => typeof value === "string", "state"],
  [/^uptime(_\w+)?$/, (value) => typeof value === "number" || typeof value === "string", "uptime"],
  [/^dialects$/, (value) => Array.isArray(value), "dialects"],
  [/^(\w+_)?version$/, (value) => typeof value === "string", "spec_version"],
];

export default check<TransportBench>({
  id: "transport/discovery/health",
  title: "tells how it is at GET /health",
  decides: ["TRN-DISC-03"],
  kills: ["transport:no-health", "transport:just-says-ok"],
  worstCaseMs: timeFor(1),
  async run({ agent, expect, role }) {
    const answer = await agent.send("", { question: "GET /health", http: { verb: "GET", path: "/health" } });
    const health = isObject(answer.json) ? answer.json : undefined;
    expect.that(answer.status === 200 && health !== undefined, {
      diagnosis: `GET /health ${came(answer)}; expected HTTP 200 with a JSON object`,
      expected: "HTTP 200 with a JSON object",
      received: tell(answer),
    });
    const members = Object.entries(health ?? {});
    const missing = MEMBERS.filter(
      ([name, isRight]) => !members.some(([key, value]) => name.test(key) && isRight(value)),
    );
    expect.that(missing.length === 0, {
      diagnosis: `the answer to GET /health tells no ${missing.map(([, , what]) => what).join(", no ")}: ${show(health)}`,
      expected: MEMBERS.map(([, , what]) => what).join(", "),
      received: show(health),
    });
    const own = role === "manager" ? ["league_manager", "manager"] : [role];
    expect(health?.role, "role in the answer to GET /health").isOneOf(own);
  },
});
