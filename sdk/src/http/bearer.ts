/** A secret that all agents of a deployment share, for leagues beyond one machine: requests without it are rejected. */
import { sameSecret } from "../domain/tokens.js";
import type { Transport } from "../platform/transport.js";
import { httpFault } from "./replies.js";
import { pathOf } from "./request-parts.js";
import { StartupError } from "./startup-error.js";
import type { HttpHandler } from "./types.js";

const scheme = /^bearer +(.+)$/i;
const basic = /^basic +(.+)$/i;

/**
 * Answers 401 to every request without `Authorization: Bearer <secret>`, before any other check. A browser that
 * requests a page may send the secret as the password of Basic authentication, because it has no other way.
 * @param open paths that need no secret
 */
export function demandBearer(
  handler: HttpHandler,
  secret: string,
  open: readonly string[] = ["/health"],
): HttpHandler {
  return async (request) => {
    if (open.includes(pathOf(request.path))) return handler(request);
    const { authorization = "", accept = "" } = request.headers ?? {};
    const given = scheme.exec(authorization)?.[1] ?? passwordIn(request.method, authorization);
    if (given !== undefined && sameSecret(given, secret)) return handler(request);
    const bearer = `Bearer realm="league.v2"${given === undefined ? "" : ', error="invalid_token"'}`;
    const challenge = accept.includes("text/html") ? `${bearer}, Basic realm="league.v2"` : bearer;
    return httpFault(401, "this league needs a bearer secret", { "www-authenticate": challenge });
  };
}

/** For GET only: a browser also sends it with requests that other sites cause. */
function passwordIn(method: string, authorization: string): string | undefined {
  const encoded = basic.exec(authorization)?.[1];
  if (method !== "GET" || encoded === undefined || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return undefined;
  try {
    return /^[^:]*:(.*)$/.exec(atob(encoded))?.[1];
  } catch {
    return undefined;
  }
}

/** The transport with the secret in every request. */
export function withBearer(transport: Transport, secret: string): Transport {
  const authorization = `Bearer ${secret}`;
  return {
    send: (request) => transport.send({ ...request, headers: { ...request.headers, authorization } }),
    close: async () => transport.close?.(),
  };
}

const shortest = 16;

/** A secret is long enough, and valid in the header (RFC 6750, b64token). @throws StartupError INVALID_CONFIG */
export function assertBearerSecret(text: string): void {
  if (text.length >= shortest && /^[A-Za-z0-9\-._~+/]+=*$/.test(text)) return;
  throw new StartupError(
    "INVALID_CONFIG",
    "the bearer secret is too short, or has characters that no header can carry",
    `It has at least ${shortest} of A-Z a-z 0-9 - . _ ~ + / and may end in =; openssl rand -base64 32 makes one.`,
  );
}
