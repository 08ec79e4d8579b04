import type { IncomingMessage } from "node:http";
import process from "node:process";

/**
 * node:http by `require`. An ESM import reads all its exports, one of which loads the whole of undici:
 * 100 ms of processor time at each start (Node 24).
 */
export const http = process.getBuiltinModule("node:http");

/** Loaded only where TLS is used, so that other agents start faster. */
export const loadHttps = () => process.getBuiltinModule("node:https");

const EMPTY = Buffer.alloc(0);

/** The whole body, or `too_large` as soon as it is known to be longer than the limit; then the rest is not read. */
type Done = (body: Buffer | "too_large") => void;

/**
 * Reads the body of a request or of a reply. With callbacks, because a promise for every exchange is slower.
 * @param broken the connection broke before the body was complete: called in place of `done`. Without it, Node emits no
 * error for a request whose client has closed the connection.
 */
export function readBody(
  message: IncomingMessage,
  limitBytes: number,
  done: Done,
  broken?: (error: Error) => void,
): void {
  // Most bodies arrive in one piece; only longer ones need a list.
  let first: Buffer = EMPTY;
  let more: Buffer[] | undefined;
  let length = 0;
  let settled = false;
  const settle: Done = (body) => {
    settled = true;
    done(body);
  };
  const onData = (chunk: Buffer) => {
    length += chunk.length;
    if (length > limitBytes) {
      message.off("data", onData);
      message.pause();
      settle("too_large");
    } else if (length === chunk.length) first = chunk;
    else if (more === undefined) more = [first, chunk];
    else more.push(chunk);
  };

  if (broken !== undefined) {
    message.on("error", (error) => {
      if (!settled) broken(error);
      settled = true;
    });
  }
  if (Number(message.headers["content-length"]) > limitBytes) settle("too_large");
  else message.on("data", onData);
  message.on("end", () => {
    if (!settled) settle(more === undefined ? first : Buffer.concat(more, length));
  });
}
