/** The script and the style of the report. */
export function reportParts(): Promise<{ readonly script: string; readonly style: string }>;
