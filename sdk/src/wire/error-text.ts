/** Whether an error text reports an unknown method, tool or message type: `Unknown tool: choose_parity`. */
export function reportsUnknown(text: string): boolean {
  return /\b(unknown|unsupported|unrecogni[sz]ed|not found|no such|not implemented|not supported|does not exist|invalid (method|tool|message|envelope)|no handler)\b/i.test(
    text,
  );
}

/** Whether an error text requires a session: `Server not initialized`. */
export function requestsSession(text: string): boolean {
  return /\b(not (yet )?(been )?initiali[sz]ed|uninitiali[sz]ed|before initiali[sz]ation|(call|send) "?initialize"? first|initialize first)\b/i.test(
    text,
  );
}
