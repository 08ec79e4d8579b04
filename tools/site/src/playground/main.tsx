/** The entry of the playground. */
import { render } from "preact";
import { ErrorBoundary } from "../parts/error-boundary.js";
import { App } from "./app.js";
import { readFragment } from "./fragment.js";

const place = document.getElementById("app");
const initial = await readFragment(location.hash);

if (place !== null) {
  place.replaceChildren();
  render(
    <ErrorBoundary>
      <App initial={initial} />
    </ErrorBoundary>,
    place,
  );
}
