/** Maps conversation ids to the UUIDs that some forms require; the mapping is deterministic. */

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function asUuid(conversation: string): string {
  if (uuidPattern.test(conversation)) return conversation;
  const hex = [1, 2, 3, 4].map((seed) => hashed(conversation, seed)).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** FNV-1a: the UUIDs need to differ, not to be secret. */
function hashed(text: string, seed: number): string {
  let hash = (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) >>> 0;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
