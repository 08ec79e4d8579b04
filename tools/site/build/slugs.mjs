// Anchors of headings, in the format of the links in the repository's documents.

/** @returns {(heading: string) => string} for the headings of one page, in their order */
export function slugs() {
  const seen = new Map();
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-");
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}
