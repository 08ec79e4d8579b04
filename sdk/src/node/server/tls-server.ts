import type { RequestListener, Server, ServerOptions } from "node:http";
import { StartupError } from "../../http/startup-error.js";
import { loadHttps } from "../node-http.js";

/** @throws StartupError INVALID_CONFIG for a key or a certificate that cannot be used */
export function openTlsServer(
  options: ServerOptions,
  tls: { readonly key: string; readonly cert: string },
  onRequest: RequestListener,
): Server {
  // A handshake may take as long as the head that follows it.
  const handshakeTimeout = options.headersTimeout;
  try {
    // Node treats an empty text as absent, and would listen without a certificate.
    if (tls.key === "" || tls.cert === "") throw new Error("one of the two is empty");
    return loadHttps().createServer({ ...options, ...tls, handshakeTimeout }, onRequest);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      "INVALID_CONFIG",
      `the TLS key and certificate cannot be used (${why})`,
      "Both are PEM, and the certificate is the one of the key.",
      error,
    );
  }
}
