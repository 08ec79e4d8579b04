import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { isObject } from "../../../json/pointer.js";
import { came, tell, timeFor } from "../_rpc.js";

export default check<TransportBench>({
  id: "transport/discovery/ping",
  title: "answers ping with pong",
  decides: ["TRN-DISC-01"],
  kills: ["transport:knows-no-ping", "transport:pings-back"],
  worstCaseMs: timeFor(2),
  async run({ agent, expect }) {
    const answer = await agent.call("ping", {});
    const result = isObject(answer.json) ? answer.json.result : undefined;
    expect.that(isObject(result) && result.ok === true && result.message === "pong", {
      diagnosis: `ping ${came(answer)}`,
      expected: '{"ok": true, "message": "pong"}',
      received: tell(answer),
    });
  },
});
