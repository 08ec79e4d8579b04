// The frame of every page of the site: the top bar, and what its policy allows.
const bar = [
  ["index.html", "league.v2"],
  ["playground.html", "Playground"],
  ["message.html", "Read a message"],
  ["demo.html", "A league in the viewer"],
  ["site-recipes.html", "Recipes"],
];

/** Pictures are files beside the page, or in it. */
export const policy = ["img-src 'self' data:"];

/**
 * @param {string} current the page's own file
 * @param {string} content
 */
export function framed(current, content) {
  const links = bar.map(([file, title], index) => {
    const classes = index === 0 ? ' class="home"' : "";
    return `<a${classes} href="${file}"${file === current ? ' aria-current="page"' : ""}>${title}</a>`;
  });
  return `<nav class="bar" aria-label="Site">\n${links.join("\n")}\n</nav>\n${content}`;
}

/** The frame of a page that uses the whole width. */
export function wide(current, title, content) {
  return framed(current, `<main class="wide">\n<h1>${title}</h1>\n${content}\n</main>`);
}
