/** Pairs of a path and a text, as JSON. */
export function declarations(): string;
