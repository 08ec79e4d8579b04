/** An event that happens once; any number of callers may wait for it. */
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
