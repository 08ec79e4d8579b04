import { describe, expect, it, test } from "vitest";
import { httpVectors } from "../../test/vectors/http.js";
import type { OutgoingRequest } from "../platform/transport.js";
import { demandBearer, isBearerSecret, withBearer } from "./bearer.js";
import { jsonReply } from "./replies.js";
import type { HttpHandler } from "./types.js";

const secret = "s3cret-s3cret-s3cret";
const open: HttpHandler = async () => jsonReply(200, '"in"');
const closed = demandBearer(open, secret);
const ask = (authorization?: string, path = "/mcp") =>
  closed({
    method: "POST",
    path,
    contentType: "application/json",
    body: "{}",
    ...(authorization === undefined ? {} : { headers: { authorization } }),
  });

describe("a handler that demands a bearer secret", () => {
  it("accepts requests with the secret", async () => {
    expect((await ask(`Bearer ${secret}`)).status).toBe(200);
    expect((await ask(`bearer  ${secret}`)).status).toBe(200);
  });

  it.each([undefined, "", "Bearer", "Bearer ", secret, `Basic ${secret}`])(
    "challenges %j",
    async (authorization) => {
      const { status, headers, body } = await ask(authorization);
      expect(status).toBe(401);
      expect(headers["www-authenticate"]).toBe('Bearer realm="league.v2"');
      expect(body).not.toContain(secret);
    },
  );

  it.each([`Bearer ${secret}x`, `Bearer ${secret.slice(1)}`, "Bearer x", `Bearer ${secret} x`])(
    "refuses %j",
    async (authorization) => {
      const { status, headers } = await ask(authorization);
      expect(status).toBe(401);
      expect(headers["www-authenticate"]).toContain('error="invalid_token"');
    },
  );

  it("serves only /health without the secret", async () => {
    expect((await ask(undefined, "/health?now")).status).toBe(200);
    for (const { path } of httpVectors.filter((vector) => !vector.path.startsWith("/health"))) {
      expect((await ask(undefined, path)).status).toBe(401);
    }
  });
});

describe("a browser", () => {
  const asked: string[] = [];
  const handler = demandBearer(async ({ method }) => {
    asked.push(method);
    return { status: 200, headers: {}, body: "" };
  }, secret);
  const ask = (method: string, authorization?: string) => {
    const headers = { accept: "text/html,*/*", ...(authorization === undefined ? {} : { authorization }) };
    return handler({ method, path: "/", contentType: "application/json", body: "", headers });
  };

  it("gets a Basic challenge, and may read with the password", async () => {
    const challenge = (await ask("GET")).headers["www-authenticate"];
    expect(challenge).toBe('Bearer realm="league.v2", Basic realm="league.v2"');
    expect((await ask("GET", `Basic ${btoa(`reader:${secret}`)}`)).status).toBe(200);
    expect((await ask("GET", `Basic ${btoa(`reader:${secret}x`)}`)).status).toBe(401);
  });

  it("cannot call a method with the password, because a browser also sends it for other sites", async () => {
    asked.length = 0;
    expect((await ask("POST", `Basic ${btoa(`reader:${secret}`)}`)).status).toBe(401);
    expect(asked).toEqual([]);
  });
});

test("a transport with a bearer secret sends it with the other headers", async () => {
  const sent: OutgoingRequest[] = [];
  const transport = withBearer(
    {
      async send(request) {
        sent.push(request);
        return { status: 204, contentType: null, body: "" };
      },
    },
    secret,
  );
  await transport.send({
    url: "http://x/mcp",
    body: "",
    signal: new AbortController().signal,
    headers: { a: "b" },
  });
  expect(sent[0]?.headers).toEqual({ a: "b", authorization: `Bearer ${secret}` });
});

test.each([
  ["0123456789abcdef", true],
  ["abcdefghijklmnopqrstuvwxyz+/~._-==", true],
  ["short", false],
  ["a long text with a space", false],
  ["newline-at-the-end\n", false],
])("%j as a secret: %s", (text, good) => {
  expect(isBearerSecret(text)).toBe(good);
});
