import { env } from "node:process";
import type { Writable } from "node:stream";
import { createPaint, type Paint, wantsColour } from "../report/terminal/paint.js";

/** Colours, if the stream is a terminal and its user wants them. */
export function paintFor(stream: Writable & { readonly isTTY?: boolean }): Paint {
  return createPaint(wantsColour(undefined, stream.isTTY === true, env.NO_COLOR));
}
