/** A component that is drawn again only if its visible content changes. */
import { Component, type ComponentChildren, type FunctionComponent } from "preact";

/** @param isSame whether both have the same visible content */
export function memo<Props extends object>(
  draw: (props: Props) => ComponentChildren,
  isSame: (before: Props, after: Props) => boolean,
): FunctionComponent<Props> | (new (props: Props) => Component<Props>) {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return !isSame(this.props, next);
    }

    override render() {
      return draw(this.props);
    }
  };
}
