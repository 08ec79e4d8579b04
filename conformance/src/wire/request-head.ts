import { type Headers, headerOf, type RawRequest } from "./types.js";

/** The request line and the headers. Headers given in the request replace the usual ones; an empty value leaves one out. */
export function requestHead(request: RawRequest, url: URL, verb: string, length: number): Uint8Array {
  const given = request.headers ?? [];
  const usual: Headers = [
    ["host", url.host],
    ["connection", "close"],
    ["content-type", "application/json"],
    ["content-length", String(length)],
  ];
  const headers = [...usual.filter(([name]) => headerOf(given, name) === undefined), ...given].filter(
    ([, value]) => value !== "",
  );
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const path = request.path ?? `${url.pathname}${url.search}`;
  return Buffer.from(`${verb} ${path} HTTP/1.1\r\n${lines}\r\n`, "latin1");
}
