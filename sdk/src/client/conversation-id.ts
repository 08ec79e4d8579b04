import { hex, type Random } from "../platform/random.js";

/** Enough random digits for unique ids in a league. */
const RANDOM_BYTES = 8;

/** A new conversation id, `<prefix>-<16 hex digits>` (IS 5.2.6). */
export function generateConversationId(random: Random, prefix: string): string {
  return `${prefix}-${hex(random, RANDOM_BYTES)}`;
}
