/** Something that happens once, for whoever waits for it. */
export interface Latch {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

export function latch(): Latch {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
