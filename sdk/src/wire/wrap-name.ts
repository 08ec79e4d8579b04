/** Names of members that hold a whole message. */
export const wrapName =
  /^(message|msg|payload|params|data|request|body|envelope|args|arguments|invitation|call)$/i;
