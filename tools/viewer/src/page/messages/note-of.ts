/** The spec's description of a field, also for a message whose nesting differs from the contract. */

export interface Notes {
  readonly sentences: readonly string[];
  /** By message type and path (`game_result.winner`), numbers of sentences; the empty path is the message. */
  readonly messages: { readonly [message_type: string]: { readonly [path: string]: number } };
}

export function noteOf(notes: Notes, message_type: string | null, path: string): string {
  const known = message_type === null ? {} : (notes.messages[message_type] ?? {});
  const number = known[placeOf(path, Object.keys(known))];
  if (number === undefined) return path === "" ? "" : "The spec does not describe this field.";
  return notes.sentences[number] ?? "";
}

/** The path, or a similar one of the contract: `match_id` for `body.match_id`, and `game_result.winner` for `winner`. */
function placeOf(path: string, known: readonly string[]): string {
  const steps = path.split(".");
  const inner = steps.map((_, index) => steps.slice(index).join("."));
  const name = `.${steps.at(-1)}`;
  return inner.find((one) => known.includes(one)) ?? known.find((one) => one.endsWith(name)) ?? path;
}
