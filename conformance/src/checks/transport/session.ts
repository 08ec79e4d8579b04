import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import { sameJson } from "../../json/pointer.js";
import { show } from "../../json/text.js";
import { explore, type Step } from "../../sessions/explore.js";
import type { Check } from "../../types.js";
import { isResponse, NO_SUCH_METHOD, requests, sendServed } from "./helpers/json-rpc.js";

const LENGTH = 12;

const RUNS = 3;

interface Said {
  /** The id of the latest request. */
  last: number;
}

export const sessionChecks: readonly Check<TransportFixture>[] = [
  {
    id: "transport/session/random-sequences",
    title: "gives the same answers after any earlier requests",
    decides: ["TRN-RPC-01", "TRN-ID-01"],
    unusual: "any order",
    steps: [requests(4 * LENGTH * RUNS)],
    async run(fixture) {
      await sendServed(fixture);
      for (const id of ["alone", 7]) {
        const { json } = await fixture.agent.send(fixture.validBody(id));
        if (!isResponse(json) || json.id !== id)
          fixture.notExercised("ids do not come back as they were sent, even in the first requests", [
            "TRN-ID-01",
          ]);
      }
      const random = fixture.random;
      await explore({
        begin: () => ({ last: 0 }),
        steps: steps(fixture),
        length: LENGTH,
        runs: RUNS,
        random,
      });
    },
  },
];

/** Other checks judge the messages between the requests; here they must not have any effect. */
function steps(fixture: TransportFixture): Step<Said>[] {
  const { agent } = fixture;
  const ask = async (sent: Said, id: string | number): Promise<void> => {
    const answer = await agent.send(fixture.validBody(id), { question: `a request with the id ${show(id)}` });
    fixture.expect.answer(
      answer,
      isResponse(answer.json) && sameJson(answer.json.id, id),
      `a response with the id ${show(id)}`,
    );
    sent.last += 1;
  };
  const between = (name: string, disturb: () => Promise<unknown>, weight = 1): Step<Said> => ({
    name,
    weight,
    applies: () => true,
    take: async () => void (await disturb()),
  });
  const again = ({ last }: Said) => last > 0;
  return [
    { name: "a request", weight: 3, applies: () => true, take: (sent) => ask(sent, sent.last + 1) },
    {
      name: "a request by text",
      weight: 2,
      applies: () => true,
      take: (sent) => ask(sent, `id-${sent.last}`),
    },
    { name: "the last id again", applies: again, take: (sent) => ask(sent, sent.last) },
    between("an unknown method", () => agent.call(NO_SUCH_METHOD)),
    between("a body that is no JSON", () => agent.send('{"jsonrpc":"2.0","id":77,'), 3),
    between("a number", () => agent.send("42")),
    between("a notification", () => agent.send({ jsonrpc: "2.0", method: NO_SUCH_METHOD })),
    between("a batch", () => agent.send([fixture.validBody("in a batch"), 1])),
    between("a GET", () => agent.send("", { http: { verb: "GET" } })),
    between("a request that breaks off", () => {
      const half = { body: new Uint8Array(50), pace: { stopAfterBytes: 9 } };
      return fixture.sendMany([half], { atOnce: 1, timeoutMs: 20 });
    }),
  ];
}
