import { type Headers, headerOf, type RawRequest } from "./types.js";

/** The headers given in the request replace the usual ones; an empty value removes one. */
export function requestHeaders(request: RawRequest, url: URL, length: number): Headers {
  const given = request.headers ?? [];
  const usual: Headers = [
    ["host", url.host],
    ["connection", "close"],
    ["content-type", "application/json"],
    ["content-length", String(length)],
    // A server may compress its answer for every client that does not exclude this.
    ["accept-encoding", "identity"],
  ];
  return [...usual.filter(([name]) => headerOf(given, name) === undefined), ...given].filter(
    ([, value]) => value !== "",
  );
}
