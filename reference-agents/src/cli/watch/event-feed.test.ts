import { SimulatedClock } from "@league-v2/sdk/testing";
import { Recording } from "@league-v2/viewer/record";
import { describe, expect, it } from "vitest";
import { EventFeed } from "./event-feed.js";

const token = "0123456789abcdef0123456789abcdef";

function textOf(piece: Uint8Array): string {
  return new TextDecoder().decode(piece);
}

function feedOf(limit = 1_000_000) {
  const clock = new SimulatedClock();
  const recording = new Recording(() => clock.now(), limit);
  const feed = new EventFeed({ recording, clock, epoch: "e1" });
  const say = (number: number, text: string) => {
    const params = { message_type: "PING", auth_token: token, text };
    const body = JSON.stringify({ jsonrpc: "2.0", method: "ping", id: 1, params });
    recording.add({ kind: "sent", exchange: number, from: "http://a:1", to: "http://b:2", body });
  };
  /** All that the feed sends to a watcher until its stream ends. */
  const watch = async (lastEventId?: string) => {
    feed.end();
    let text = "";
    for await (const piece of feed.stream(lastEventId)) text += textOf(piece);
    return text;
  };
  return { clock, recording, feed, say, watch };
}

describe("the events of a league for its watchers", () => {
  it("begin with the first one for a watcher of an earlier process", async () => {
    const { say, watch } = feedOf();
    say(1, "message 1");
    const text = await watch("e0-7");
    expect(text.indexOf("event: reset")).toBeLessThan(text.indexOf("message 1"));
    expect(text).toContain("event: reset");
  });

  it("are sent to a waiting watcher, and a comment is sent after a silence", async () => {
    const { clock, feed, say } = feedOf();
    const stream = feed.stream(undefined);
    await stream.next();
    const next = stream.next();
    say(1, "message 1");
    await clock.advance(250);
    expect(textOf((await next).value)).toContain("message 1");
    const silence = stream.next();
    await clock.advance(20_000);
    expect(textOf((await silence).value)).toBe(": \n\n");
    await stream.return(undefined);
  });

  it("are sent in one batch if they occur close together, and a slow watcher gets them later", async () => {
    const { clock, feed, say } = feedOf();
    const [quick, slow] = [feed.stream(undefined), feed.stream(undefined)];
    for (const stream of [quick, slow]) await stream.next();
    const next = quick.next();
    for (const number of [1, 2, 3]) {
      say(number, `message ${number}`);
      await clock.advance(50);
    }
    await clock.advance(100);
    for (const piece of [await next, await slow.next()])
      expect(textOf(piece.value ?? "")).toMatch(/message 1.*message 2.*message 3/s);
  });

  it("are dropped beyond the limit, oldest first, if they are messages and not events of the league", async () => {
    const { say, recording, watch } = feedOf(2000);
    const head = { league_id: "league_1", managers: [], clock: "real", seed: null } as const;
    const fact = { type: "league_opened", ...head } as const;
    recording.add({ kind: "fact", fact });
    for (let number = 1; number <= 100; number++) say(number, `message ${number}`);
    const text = await watch();
    expect(text).toContain("league_opened");
    expect(text).not.toContain('"message 1"');
    expect(text).toContain('"message 100"');
    expect(recording.entries.length).toBeLessThan(30);
  });
});
