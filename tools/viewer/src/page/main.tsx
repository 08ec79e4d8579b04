/** The entry of the page. */
import { render } from "preact";
import { App } from "./app.js";

const place = document.getElementById("app");
const embedded = document.getElementById("events")?.textContent ?? "";
/** The document before any change, for the export. */
const pristine = `<!doctype html>\n${document.documentElement.outerHTML}`;

if (place !== null) {
  place.replaceChildren();
  render(<App embedded={embedded} pristine={pristine} />, place);
}
