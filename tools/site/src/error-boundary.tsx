/** Shows an error of the page and a button to continue, instead of a blank page. */
import { Component, type ComponentChildren } from "preact";

interface Props {
  readonly children: ComponentChildren;
}

export class ErrorBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  override componentDidCatch(error: unknown): void {
    this.setState({ error });
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <section class="card problem" role="alert">
        <h2>The page itself has failed</h2>
        <p>{error instanceof Error ? error.message : String(error)}</p>
        <button type="button" onClick={() => this.setState({ error: undefined })}>
          Show it again
        </button>
      </section>
    );
  }
}
