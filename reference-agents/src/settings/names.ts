/** A setting has one name in three spellings: `max_matches` in a file, `--max-matches` as a flag, `maxMatches` in the code. */

export function inFile(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function asFlag(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
