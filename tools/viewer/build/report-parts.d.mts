/** The script and the style of the report as the text of a module. */
export function reportParts(): Promise<string>;
