/** Whether an error text says that a method, a tool or a message type does not exist: `Unknown tool: choose_parity`. */
export function reportsUnknown(text: string): boolean {
  return /\b(unknown|unsupported|unrecogni[sz]ed|not found|no such|not implemented|not supported|does not exist|invalid (method|tool|message|envelope)|no handler)\b/i.test(
    text,
  );
}

/** Whether an error text asks for the opening of a session: `Server not initialized`. */
export function requestsSession(text: string): boolean {
  return /\b(not (yet )?(been )?initiali[sz]ed|uninitiali[sz]ed|before initiali[sz]ation|(call|send) "?initialize"? first|initialize first)\b/i.test(
    text,
  );
}
