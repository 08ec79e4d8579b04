/**
 * The outcome of `work`, or a rejection with the signal's reason as soon as it is aborted.
 * What `work` comes to after that is ignored; no listener stays behind.
 */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    const letGo = () => signal.removeEventListener("abort", onAbort);
    work.then(
      (value) => {
        letGo();
        resolve(value);
      },
      (error: unknown) => {
        letGo();
        reject(error);
      },
    );
  });
}
