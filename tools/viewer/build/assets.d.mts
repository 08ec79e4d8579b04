/** The viewer's one HTML document, without events. */
export function buildPage(): Promise<string>;
