/** Databases limit the values of one statement (SQLite 32,766, PostgreSQL 65,535), so long lists are split. */
const rowsAtOnce = 500;

export function* chunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += rowsAtOnce) {
    yield items.slice(start, start + rowsAtOnce);
  }
}
