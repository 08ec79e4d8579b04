/** A series of measurements of the heap after a garbage collection, and its slope. */

interface Point {
  /** The number of finished units of work. */
  readonly done: number;
  readonly bytes: number;
}

/** The first share of the points, which is skipped: caches fill and code is compiled. */
const warmUpShare = 0.25;
const mebibyte = 2 ** 20;

export class HeapSeries {
  readonly #points: Point[] = [];

  /** Collects garbage first if the process was started with `--expose-gc`, and writes a line to the standard error. */
  measure(done: number): void {
    const collect = (globalThis as { gc?: () => void }).gc;
    collect?.();
    collect?.();
    const bytes = process.memoryUsage().heapUsed;
    this.#points.push({ done, bytes });
    process.stderr.write(`${done}: ${(bytes / mebibyte).toFixed(1)} MiB\n`);
  }

  /** Bytes for each unit of work, by least squares over all but the first quarter. */
  get slope(): number {
    const points = this.#points.slice(Math.floor(this.#points.length * warmUpShare));
    const count = points.length;
    if (count < 2) return 0;
    const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / count;
    const [x, y] = [mean(({ done }) => done), mean(({ bytes }) => bytes)];
    const over = points.reduce((sum, { done, bytes }) => sum + (done - x) * (bytes - y), 0);
    const under = points.reduce((sum, { done }) => sum + (done - x) ** 2, 0);
    return under === 0 ? 0 : over / under;
  }

  /** @param unit the unit of work, in the plural */
  describe(unit: string): string {
    const all = this.#points.map(({ bytes }) => (bytes / mebibyte).toFixed(1)).join(" ");
    return `heap after gc in MiB: ${all}; ${(this.slope * 1000).toFixed(0)} bytes more per 1,000 ${unit}`;
  }
}
