/** Canonical agents that are examined before they have an id, and calls of a form that no message has. */
import { expect, it } from "vitest";
import { seededRandom } from "../../../src/index.js";
import { sleep } from "../../../src/platform/clock.js";
import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import {
  bundledDocument,
  canPlay,
  describeExamination,
  examine,
  methodOf,
  resolveProfile,
} from "../../../src/wire/index.js";
import { now } from "./player-messages.js";
import { type Body, bodyOf, type Reply, rpcError, rpcResult } from "./wild-player.js";

const url = urlOf(8101);

/** @param choiceMs the time that the agent takes for a choice */
async function examined(answerTo: (request: Body) => Reply, choiceMs = 0) {
  const platform = new SimulatedPlatform();
  platform.network.attach(url, async ({ body }) => {
    if (String(body).includes("CHOOSE_PARITY_CALL")) await sleep(platform.clock, choiceMs);
    const reply = answerTo(bodyOf(JSON.parse(String(body) || "{}")));
    const headers = { "content-type": "application/json" };
    return { status: reply.status ?? 200, headers, body: JSON.stringify(reply.body) };
  });
  const { clock, network: transport } = platform;
  const random = seededRandom(1);
  const roles = ["player", "referee", "manager"] as const;
  return clock.run(examine({ url, transport, clock, random, answerMs, roles }));
}

/** The deadlines of the contract. */
const answerMs = (type: string | undefined) => (type && methodOf(type)?.deadlineMs) || 5_000;

/** The answer of a web framework to a body that is no call. */
const missingMembers = (request: Body): Reply | undefined => {
  const missing = ["method", "params"].filter((name) => request[name] === undefined);
  const detail = missing.map((name) => ({ loc: ["body", name], msg: "Field required", type: "missing" }));
  return missing.length === 0 ? undefined : { status: 422, body: { detail } };
};

it.each([0, 15_000])(
  "a canonical player without an id, which chooses within %i ms, is canonical",
  async (ms) => {
    const found = await examined((request) => {
      const { id, method, params } = request;
      const { match_id, conversation_id } = bodyOf(params);
      const own = { ...{ match_id, conversation_id, timestamp: now, auth_token: null, player_id: null } };
      const says = { ...own, protocol: "league.v2", sender: "player:None" };
      const answers: Readonly<Record<string, Body>> = {
        handle_game_invitation: {
          ...says,
          message_type: "GAME_JOIN_ACK",
          accept: true,
          arrival_timestamp: now,
        },
        choose_parity: { ...says, message_type: "CHOOSE_PARITY_RESPONSE", parity_choice: "odd" },
        notify_match_result: { status: "acknowledged" },
      };
      const answer = answers[String(method)];
      const refusal = missingMembers(request) ?? rpcError(id, -32_601, `Method not found: ${String(method)}`);
      return answer === undefined ? refusal : rpcResult(id, answer);
    }, ms);
    expect([found.role, canPlay(found), found.document?.extends]).toEqual(["player", true, "canonical"]);
    expect(describeExamination(url, found, "file")[1]).toBe('It uses the form "canonical".');
  },
);

it("a referee without a name for an announcement and without bare messages is not reported to read bare ones", async () => {
  const found = await examined((request) => {
    if (request.method === "run_match" || request.method === "tools/list")
      return rpcResult(request.id, { tools: [{ name: "run_match" }] });
    return missingMembers(request) ?? rpcError(request.id, -32_601, "Method not found");
  });
  if (found.document === undefined) throw new Error("a form should have been derived");
  const { request } = resolveProfile(found.document, bundledDocument);
  expect([found.role, canPlay(found), request]).toEqual(["referee", true, "tools_call"]);
});
