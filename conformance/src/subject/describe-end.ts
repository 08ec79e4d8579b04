/** Describes the end of an agent's process for its author. */
import { lastLines } from "../text/nearest.js";
import type { Exit } from "./subject.js";

/** The end of an output says why a program ended; a trace of two exceptions is longer than a screen. */
const SHOWN_LINES = 12;

export function howItEnded({ code, signal }: Exit): string {
  return signal === null ? `exit code ${code ?? "not known"}` : `signal ${signal}`;
}

export function lastOutput(output: string): string {
  return `its last output:\n${lastLines(output, SHOWN_LINES) || "(nothing)"}`;
}
