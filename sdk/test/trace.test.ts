/** Whoever starts a match under a trace finds all that happens in it under the same one (W3C Trace Context). */
import { describe, expect, it } from "vitest";
import type { OutgoingRequest } from "../src/doors/transport.js";
import { urlOf } from "../src/testing/simulated-world.js";
import { Refereed, refereePort } from "./referee/refereed.js";

const id = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${id}-00f067aa0ba902b7-01`;

/** Plays one match that was ordered under these headers; what was sent during it, without the registration. */
async function playedUnder(headers: Record<string, string>): Promise<OutgoingRequest[]> {
  const sent: OutgoingRequest[] = [];
  const fault = (request: OutgoingRequest) => {
    sent.push(request);
    return undefined;
  };
  const world = new Refereed({ fault });
  world.b.script = { choice: world.b.late(40_000, world.b.chooses("odd")) };
  await world.stage.run(world.referee.registered);
  sent.splice(0);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "run_match", params: world.order("R1M1") });
  const request = { method: "POST", contentType: "application/json", body, headers };
  await world.stage.run(world.stage.world.network.exchange(urlOf(refereePort), request));
  await world.stage.until(300_000);
  return sent;
}

const methodOf = ({ body }: OutgoingRequest) => String(JSON.parse(body).method);

describe("a match that is ordered under a trace", () => {
  it("has its id in every call, each with a span of its own", async () => {
    const sent = await playedUnder({ traceparent, tracestate: "congo=t61rcWkgMzE" });
    expect(new Set(sent.map(methodOf))).toEqual(
      new Set([
        "league_query",
        "handle_game_invitation",
        "choose_parity",
        "notify_game_error",
        "notify_match_result",
        "report_match_result",
      ]),
    );
    const parents = sent.map(({ headers }) => headers?.traceparent ?? "");
    for (const parent of parents) expect(parent).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-01$`));
    expect(new Set([traceparent, ...parents]).size).toBe(parents.length + 1);
    for (const { headers } of sent) expect(headers?.tracestate).toBe("congo=t61rcWkgMzE");
  });

  it.each([{}, { traceparent: "garbage" }, { tracestate: "a=1" }])("has none under %j", async (headers) => {
    for (const sent of await playedUnder(headers)) expect(sent.headers).toBeUndefined();
  });
});
