import { env } from "node:process";
import type { Writable } from "node:stream";
import { createPaint, type Paint, wantsColour } from "../report/terminal/layout.js";

/** Colours, if the stream is a terminal and its user wants them. The help of the commands does not load this file. */
export function paintFor(stream: Writable & { readonly isTTY?: boolean }): Paint {
  return createPaint(wantsColour(undefined, stream.isTTY === true, env.NO_COLOR));
}
