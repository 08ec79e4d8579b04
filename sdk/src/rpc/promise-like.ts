/** Whether a value has to be waited for. What need not be is not: that costs a turn of the queue for every request. */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function"
  );
}
