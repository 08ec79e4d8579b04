/** A secret that all agents of a deployment share, for leagues beyond one machine: who does not know it is not heard. */
import { sameSecret } from "../domain/same-secret.js";
import type { Transport } from "../doors/transport.js";
import { pathOf } from "./path.js";
import { httpFault } from "./replies.js";
import type { HttpHandler } from "./types.js";

const scheme = /^bearer +(.+)$/i;

/**
 * Answers 401 to every request without `Authorization: Bearer <secret>`, before anything else is looked at.
 * @param open paths that need none
 */
export function demandBearer(
  handler: HttpHandler,
  secret: string,
  open: readonly string[] = ["/health"],
): HttpHandler {
  return async (request) => {
    if (open.includes(pathOf(request.path))) return handler(request);
    const given = scheme.exec(request.headers?.authorization ?? "")?.[1];
    if (given !== undefined && sameSecret(given, secret)) return handler(request);
    const challenge = `Bearer realm="league.v2"${given === undefined ? "" : ', error="invalid_token"'}`;
    return httpFault(401, "this league needs a bearer secret", { "www-authenticate": challenge });
  };
}

/** The transport with the secret in every request. */
export function withBearer(transport: Transport, secret: string): Transport {
  const authorization = `Bearer ${secret}`;
  return {
    send: (request) => transport.send({ ...request, headers: { ...request.headers, authorization } }),
    close: async () => transport.close?.(),
  };
}

/** Whether a text can travel in the header (RFC 6750, b64token) and is worth its name. */
export function isBearerSecret(text: string): boolean {
  const shortest = 16;
  return text.length >= shortest && /^[A-Za-z0-9\-._~+/]+=*$/.test(text);
}
