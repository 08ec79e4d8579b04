/** "GAME_OVER", "game-over", "game over" and "gameOver" → "GameOver". */
export function pascal(text: string): string {
  return words(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join("");
}

/** "GameOver" → "gameOver". */
export function camel(text: string): string {
  const name = pascal(text);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** "GameOver" → "game-over". */
export function kebab(text: string): string {
  return words(text).join("-").toLowerCase();
}

/** "GameOver" → "GAME_OVER". */
export function constant(text: string): string {
  return words(text).join("_").toUpperCase();
}

/** Capital letters and punctuation begin a word; digits stay with the letters before them. */
function words(text: string): string[] {
  return (
    text
      .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
      .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
      .match(/[A-Za-z0-9]+/g) ?? []
  );
}

/** Names that an emitted module may not give to a value. */
const RESERVED = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends
  false finally for function if implements import in instanceof interface let new null package private protected public
  return static super switch this throw true try typeof undefined var void while with yield`.split(/\s+/),
);

/** A value's name for a schema: camel case, with an underscore after a reserved word. */
export function valueName(title: string): string {
  const name = camel(title);
  return RESERVED.has(name) ? `${name}_` : name;
}

/** Titles that are not allowed, because they would hide another name of the emitted package or a global. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  `ErrorCode EventOf ExchangeRow Faulty FieldFault Identity MachineName MethodName MethodRow MethodTypes RawFault Remaining
  Repliable Replies RequestType Role SignedIdentity SignedSenderFields SenderFields StartupErrorName StateOf Validator Violation
  Errors Explain HttpRoutes Machines Methods Protocol Rejections Reply SchemaFaultCode StartupErrors WithFault
  Array Date JSON NonNullable Object Omit Partial Pick Readonly Record String TypeError`.split(/\s+/),
);
