/** The viewer's one HTML document, without events. */
export function buildPage(): Promise<string>;

/** By message type and path of the field, the number of a sentence. */
export function fieldNotes(root: string): {
  readonly sentences: readonly string[];
  readonly messages: Readonly<Record<string, Readonly<Record<string, number>>>>;
};
