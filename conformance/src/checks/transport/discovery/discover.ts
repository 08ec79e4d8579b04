import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { isObject } from "../../../json/pointer.js";
import { show } from "../../../json/text.js";
import { came, codeOf, each, METHOD_NOT_FOUND, NO_SUCH_METHOD, tell, timeFor } from "../_rpc.js";

/** Nobody's work should end, or begin, because an agent looked at the method before it looked at the params. */
const LEFT_ALONE = new Set(["shutdown", "start_league"]);
const METHODS_AT_MOST = 40;

export default check<TransportBench>({
  id: "transport/discovery/discover",
  title: "answers rpc.discover with an OpenRPC document of methods that it serves",
  decides: ["TRN-DISC-02"],
  kills: ["transport:knows-no-discover", "transport:promises-too-much"],
  worstCaseMs: timeFor(METHODS_AT_MOST + 8),
  async run(bench) {
    const { agent, expect } = bench;
    const answer = await agent.call("rpc.discover", {});
    const document = isObject(answer.json) ? answer.json.result : undefined;
    const names =
      isObject(document) && Array.isArray(document.methods)
        ? document.methods.map((one: unknown) => (isObject(one) ? one.name : one))
        : [];
    expect.that(
      isObject(document) &&
        typeof document.openrpc === "string" &&
        isObject(document.info) &&
        names.length > 0,
      {
        diagnosis: `rpc.discover ${came(answer)}; expected an OpenRPC document with methods`,
        expected: "an object with openrpc, info and methods",
        received: tell(answer),
      },
    );
    const none = await agent.call(NO_SUCH_METHOD, []);
    if (codeOf(none.json) !== METHOD_NOT_FOUND)
      bench.notExercised("unknown methods are not answered with -32601, so that a known one cannot be told");
    const called = names.filter((name) => !LEFT_ALONE.has(String(name))).slice(0, METHODS_AT_MOST);
    await each(called, async (name) => {
      // Without params by name nothing is asked of the method but whether it is there.
      const one = await agent.call(String(name), []);
      expect.that(codeOf(one.json) !== METHOD_NOT_FOUND && one.outcome !== "failure", {
        diagnosis: `rpc.discover names the method ${show(name)}, and a call of it ${came(one)}`,
        expected: "any answer but -32601",
        received: tell(one),
      });
    });
  },
});
