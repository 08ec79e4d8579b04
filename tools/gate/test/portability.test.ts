/**
 * The OpenRPC document is portable: generic tools accept it, and a server made only from
 * the document answers a call.
 */
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import type { Server as HttpServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import {
  type GameOverAck,
  gameOver,
  gameOverAck,
  validateGameOver,
  validateGameOverAck,
} from "@league-v2/contract";
import { Server, transports } from "@open-rpc/server-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

type Document = ConstructorParameters<typeof Server>[0]["openrpcDocument"];

/** The toolkit that server-js itself works with; it brings the meta-schema with it. */
interface Toolkit {
  validateOpenRPCDocument(document: unknown): true | Error;
  parseOpenRPCDocument(document: string): Promise<Document>;
}

const require = createRequire(import.meta.url);
const toolkit: Toolkit = createRequire(require.resolve("@open-rpc/server-js"))("@open-rpc/schema-utils-js");

const folder = join(import.meta.dirname, "../../../generated/openrpc");
const texts = new Map(
  globSync(join(folder, "*.json")).map((path) => [basename(path), readFileSync(path, "utf8")]),
);

describe("the generated OpenRPC documents", () => {
  it("are there", () => {
    expect([...texts.keys()]).toEqual(expect.arrayContaining(["canonical.json", "flat.json"]));
  });

  it.each([...texts.keys()])("%s passes the OpenRPC meta-schema", (name) => {
    expect(toolkit.validateOpenRPCDocument(JSON.parse(texts.get(name) ?? ""))).toBe(true);
  });

  it("would not pass with a method that has no params", () => {
    const document = JSON.parse(texts.get("canonical.json") ?? "");
    delete document.methods[0].params;
    expect(toolkit.validateOpenRPCDocument(document)).toBeInstanceOf(Object);
  });
});

/**
 * The limits of this server, for which it is a peer in tests and benchmarks and not the server of the SDK: it hands params to
 * handlers by position, validates no result, answers notifications, and ends the process on a POST of `[null]`.
 */
describe("@open-rpc/server-js with the canonical document", () => {
  const identity = {
    sender: "referee:REF01",
    timestamp: "2025-12-20T10:00:13.000Z",
    conversation_id: "conv-R1M1",
    auth_token: "1f8a4c6e0b7d42d39e51a0c47be2f613",
  };
  const message = gameOver(identity, {
    match_id: "R1M1",
    game_type: "even_odd",
    game_result: {
      status: "WIN",
      winner_player_id: "P01",
      drawn_number: 8,
      number_parity: "even",
      choices: { P01: "even", P02: "odd" },
      reason: "8 is even.",
    },
  });
  let server: Server;
  let url: string;

  /** Its own way of taking an object of params apart, turned round. */
  function notifyMatchResult(document: Document): (...values: unknown[]) => Promise<GameOverAck> {
    const method = document.methods.find((one) => "name" in one && one.name === "notify_match_result");
    const params = method !== undefined && "params" in method ? method.params : [];
    const names = params.map((param) => ("name" in param ? param.name : ""));
    return async (...values) => {
      const received: unknown = Object.fromEntries(names.map((name, index) => [name, values[index]]));
      if (!validateGameOver(received)) throw new Error("the params are not the message that was sent");
      const { conversation_id, match_id } = received;
      const fields = { match_id, player_id: "P01", status: "ACKNOWLEDGED" } as const;
      return gameOverAck({ ...identity, sender: "player:P01", conversation_id }, fields);
    };
  }

  beforeAll(async () => {
    const document = await toolkit.parseOpenRPCDocument(texts.get("canonical.json") ?? "");
    server = new Server({
      openrpcDocument: document,
      methodMapping: { notify_match_result: notifyMatchResult(document) },
    });
    const transport = new transports.HTTPTransport({ port: 0, middleware: [] });
    server.addTransport(transport);
    await server.start();
    // It does not report its port.
    const http: HttpServer = Reflect.get(transport, "server");
    if (!http.listening) await once(http, "listening");
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  });

  afterAll(() => server.stop());

  async function call(method: string, params: object): Promise<Record<string, unknown>> {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", connection: "close" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return response.json() as Promise<Record<string, unknown>>;
  }

  it("answers GAME_OVER with a message that our validator accepts", async () => {
    const { result } = await call("notify_match_result", message);
    expect(validateGameOverAck(result)).toBe(true);
    expect(result).toMatchObject({ conversation_id: "conv-R1M1", match_id: "R1M1" });
  });

  it("refuses the number that cannot be drawn, by the schema in the document", async () => {
    const impossible = { ...message, game_result: { ...message.game_result, drawn_number: 11 } };
    const { error } = await call("notify_match_result", impossible);
    expect(error).toMatchObject({ code: -32602, message: "Invalid params" });
  });

  it("returns the document on request", async () => {
    const { result } = await call("rpc.discover", {});
    expect(result).toMatchObject({ openrpc: "1.3.2", info: { title: expect.any(String) } });
  });
});
