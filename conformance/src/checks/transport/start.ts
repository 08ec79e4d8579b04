import { MOST_LIMITS, START_LIMIT_MS } from "../../fixtures/starts.js";
import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { requests, sendServed } from "./helpers/json-rpc.js";

export const startChecks: readonly Check<TransportFixture>[] = [
  {
    id: "transport/start/port-in-use",
    title: "ends with an error when its port is in use",
    decides: ["TRN-LIFE-01"],
    needs: { command: true, last: true },
    steps: [times(MOST_LIMITS, START_LIMIT_MS), requests(1)],
    async run(fixture) {
      const { agent: first, launch, expect } = fixture;
      const port = Number(new URL(first.url).port);
      const { agent: second } = await launch({ port, wait: false });
      const exit = await second.exitAtStart(START_LIMIT_MS);
      // Otherwise the port may be free.
      await sendServed(fixture, first);
      expect.that(exit !== undefined, {
        diagnosis: `a second instance, started on port ${port} where the first one serves, still runs after ${START_LIMIT_MS / 1_000} s`,
        expected: "its end, with an error",
        received: "a process without a server",
      });
      expect.that(exit?.code !== 0, {
        diagnosis: `a second instance, started on port ${port} where the first one serves, ended with the exit code 0`,
        expected: "a non-zero exit code",
        received: "0",
      });
    },
  },
];
