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
      .normalize("NFKC")
      .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
      .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2")
      .match(/(?:(?!_)\p{XID_Continue})+/gu) ?? []
  );
}

/**
 * The name of a type, legal in TypeScript and Python: the text itself if it is one, else its words in Pascal case.
 * @param first the word before a name that would begin with a digit.
 */
export function typeName(text: string, first = "Schema"): string {
  const name = /^\p{Lu}[\p{L}\p{Nd}]*$/u.test(text) && text === text.normalize("NFKC") ? text : pascal(text);
  return /^\p{XID_Start}/u.test(name) ? name : `${first}${name}`;
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

/** The constant of a method with this label, such as `notifyRoundMethod`. */
export function methodConstant(label: string): string {
  return `${label.charAt(0).toLowerCase()}${label.slice(1)}Method`;
}

/** Names that would hide another name of the emitted package, a global, or a word of Python. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  `ErrorCode EventOf ExchangeRow Faulty FieldFault Identity MachineName MethodName MethodRow MethodTypes RawFault Remaining
  Repliable Replies RequestType Role SignedIdentity SignedSenderFields SenderFields StartupErrorName StateOf Validator Violation
  Errors Explain Machines Methods Protocol Rejections Reply SchemaFaultCode StartupErrors WithFault Check Answer Answers
  AnObject AnInteger Array Date JSON NonNullable Object Omit Partial Pick Readonly Record String TypeError False None True`.split(
    /\s+/,
  ),
);

/** The group of a clause: PLY-JOIN for PLY-JOIN-02. */
export function groupOf(id: string): string {
  return id.replace(/-\d+$/, "");
}

export interface Wish {
  /** What gets the name. */
  readonly key: string;
  readonly wish: string;
  /** The text that the wish was made from. A text that is a name already keeps it. */
  readonly spelling: string;
  /** Every name that the output derives from a name. */
  readonly claims: (name: string) => readonly string[];
}

/**
 * One name for each key, so that no two share any of the names that the output derives from it. The names depend only on the
 * wishes that compete for one name.
 */
export function distinctNames(wishes: readonly Wish[], others: readonly string[] = []): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>([...RESERVED_NAMES, ...others]);
  const rank = ({ key, wish, spelling }: Wish) => [wish === spelling ? 0 : 1, spelling, key].join("\u0000");
  const order = wishes.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  for (const { key, wish, claims } of order) {
    let name = wish;
    for (let n = 2; claims(name).some((claimed) => taken.has(claimed)); n++) name = `${wish}${n}`;
    for (const claimed of claims(name)) taken.add(claimed);
    names.set(key, name);
  }
  return names;
}
