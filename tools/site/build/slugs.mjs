// Anchors of headings, as the documents of the repository link to them.

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
