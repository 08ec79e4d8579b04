/** A name that one emitted module exports and others import. Printing it adds the import. */
export class Name {
  readonly text: string;
  /** Module path without extension, from the root of the emitted sources; "package:x" is the package x. */
  readonly module: string;
  /** A type has an `import type`. */
  readonly kind: "type" | "value";

  constructor(text: string, module: string, kind: "type" | "value") {
    this.text = text;
    this.module = module;
    this.kind = kind;
  }
}

export function typeNamed(text: string, module: string): Name {
  return new Name(text, module, "type");
}

export function valueNamed(text: string, module: string): Name {
  return new Name(text, module, "value");
}

/** A piece of program text with `Name` objects for imported names. */
export class Code {
  readonly parts: readonly (string | Name)[];

  constructor(parts: readonly (string | Name)[]) {
    this.parts = parts;
  }
}

export type Printable = string | number | Name | Code | readonly Printable[];

/** Program text with names in it: code`extends ${envelope} {`. */
export function code(strings: TemplateStringsArray, ...values: readonly Printable[]): Code {
  const parts: (string | Name)[] = [];
  strings.forEach((text, i) => {
    parts.push(text);
    const value = values[i];
    if (value !== undefined) append(parts, value);
  });
  return new Code(parts);
}

/** The pieces with a separator between them. */
export function join(pieces: readonly Printable[], separator: string): Code {
  const parts: (string | Name)[] = [];
  pieces.forEach((piece, i) => {
    if (i > 0) parts.push(separator);
    append(parts, piece);
  });
  return new Code(parts);
}

function append(parts: (string | Name)[], value: Printable): void {
  if (value instanceof Name) parts.push(value);
  else if (value instanceof Code) parts.push(...value.parts);
  else if (typeof value === "string") parts.push(value);
  else if (typeof value === "number") parts.push(String(value));
  else for (const item of value) append(parts, item);
}

/** The same text with two spaces before every line but the first. */
export function indent(piece: Code): Code {
  return new Code(
    piece.parts.map((part) => (typeof part === "string" ? part.replaceAll("\n", "\n  ") : part)),
  );
}
