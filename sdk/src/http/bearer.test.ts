import { beforeEach, describe, expect, it, test } from "vitest";
import { httpVectors } from "../../test/http/vectors.js";
import type { OutgoingRequest } from "../platform/transport.js";
import { assertBearerSecret, demandBearer, withBearer } from "./bearer.js";
import { jsonReply } from "./replies.js";
import { StartupError } from "./startup-error.js";

const secret = "s3cret-s3cret-s3cret";
const basic = (password: string) => `Basic ${btoa(`reader:${password}`)}`;

describe("a handler that demands a bearer secret", () => {
  let served = 0;
  const closed = demandBearer(async () => {
    served += 1;
    return jsonReply(200, '"in"');
  }, secret);
  const ask = (authorization?: string, { method = "POST", path = "/mcp", accept = "*/*" } = {}) => {
    const headers = { accept, ...(authorization === undefined ? {} : { authorization }) };
    return closed({ method, path, contentType: "application/json", body: "{}", headers });
  };

  beforeEach(() => {
    served = 0;
  });

  it.each([`Bearer ${secret}`, `bearer  ${secret}`])("accepts %j", async (authorization) => {
    expect((await ask(authorization)).status).toBe(200);
  });

  const challenge = 'Bearer realm="league.v2"';
  const invalid = `${challenge}, error="invalid_token"`;
  it.each<[string | undefined, string]>([
    [undefined, challenge],
    ["", challenge],
    ["Bearer", challenge],
    ["Bearer ", challenge],
    [secret, challenge],
    [`Basic ${secret}`, challenge],
    [`Bearer ${secret}x`, invalid],
    [`Bearer ${secret.slice(1)}`, invalid],
    ["Bearer x", invalid],
    [`Bearer ${secret} x`, invalid],
    // A browser sends a password for other sites too: it cannot call a method with it.
    [basic(secret), challenge],
  ])("refuses %j with %s", async (authorization, authenticate) => {
    const { status, headers, body } = await ask(authorization);
    expect([status, served]).toEqual([401, 0]);
    expect(headers["www-authenticate"]).toContain(authenticate);
    expect(body).not.toContain(secret);
  });

  it("serves only /health without the secret", async () => {
    expect((await ask(undefined, { path: "/health?now" })).status).toBe(200);
    for (const { path } of httpVectors.filter((vector) => !vector.path.startsWith("/health")))
      expect((await ask(undefined, { path })).status).toBe(401);
  });

  it("gives a browser a Basic challenge, and lets it read with the password", async () => {
    const page = { method: "GET", path: "/", accept: "text/html,*/*" };
    const authenticate = (await ask(undefined, page)).headers["www-authenticate"];
    expect(authenticate).toBe('Bearer realm="league.v2", Basic realm="league.v2"');
    expect((await ask(basic(secret), page)).status).toBe(200);
    expect((await ask(basic(`${secret}x`), page)).status).toBe(401);
  });
});

test("a transport with a bearer secret sends it with the other headers", async () => {
  let sent: OutgoingRequest["headers"];
  const send = async ({ headers }: OutgoingRequest) => {
    sent = headers;
    return { status: 204, contentType: null, body: "" };
  };
  const { signal } = new AbortController();
  await withBearer({ send }, secret).send({ url: "http://x/mcp", body: "", signal, headers: { a: "b" } });
  expect(sent).toEqual({ a: "b", authorization: `Bearer ${secret}` });
});

test.each([
  ["0123456789abcdef", true],
  ["abcdefghijklmnopqrstuvwxyz+/~._-==", true],
  ["short", false],
  ["a long text with a space", false],
  ["newline-at-the-end\n", false],
])("%j as a secret: %s", (text, good) => {
  const asserting = () => assertBearerSecret(text);
  if (good) asserting();
  else expect(asserting).toThrow(StartupError);
});
