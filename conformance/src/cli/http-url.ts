import { UsageError } from "../usage-error.js";

/** @throws UsageError for a value of this option that is no http URL */
export function assertHttpUrl(option: string, text: string): void {
  if (!URL.canParse(text) || new URL(text).protocol !== "http:")
    throw new UsageError(`${option} takes an http URL such as http://127.0.0.1:8101/mcp, not "${text}"`);
}
