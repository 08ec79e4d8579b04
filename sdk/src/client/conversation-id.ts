import { hex, type Random } from "../platform/random.js";

/** Enough that two conversations of a league never share an id. */
const RANDOM_BYTES = 8;

/** A new conversation id, `<prefix>-<16 hex digits>` (IS 5.2.6). */
export function generateConversationId(random: Random, prefix: string): string {
  return `${prefix}-${hex(random, RANDOM_BYTES)}`;
}
