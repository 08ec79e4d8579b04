/** A time of a recording: `1:07.042`. */
export function clockOf(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return `${minutes}:${((ms % 60_000) / 1000).toFixed(3).padStart(6, "0")}`;
}
