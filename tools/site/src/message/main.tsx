/** The entry of the page that reads a message. */
import { render } from "preact";
import { ErrorBoundary } from "../parts/error-boundary.js";
import { App } from "./app.js";

const place = document.getElementById("app");

if (place !== null) {
  place.replaceChildren();
  render(
    <ErrorBoundary>
      <App />
    </ErrorBoundary>,
    place,
  );
}
