import fc from "fast-check";
import { expect, test } from "vitest";
import type { Timer } from "./clock.js";
import { TimerQueue } from "./timer-queue.js";

test("timers are taken in order of time and creation, with any timers added and cancelled in between", () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("add" as const), due: fc.integer({ min: 0, max: 20 }) }),
    fc.record({ do: fc.constant("cancel" as const), index: fc.nat(200) }),
    fc.record({ do: fc.constant("take" as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const queue = new TimerQueue();
      const handles: Timer[] = [];
      let model: { due: number; order: number }[] = [];
      const inOrder = () => model.toSorted((a, b) => a.due - b.due || a.order - b.order);

      for (const one of steps) {
        if (one.do === "add") {
          const order = handles.length;
          handles.push(queue.add(one.due, () => {}));
          model.push({ due: one.due, order });
        } else if (one.do === "cancel") {
          handles[one.index]?.cancel();
          model = model.filter(({ order }) => order !== one.index);
        } else {
          const [first] = inOrder();
          expect(queue.take()?.due).toBe(first?.due);
          model = model.filter((entry) => entry !== first);
        }
        expect(queue.size).toBe(model.length);
        expect(queue.next()).toBe(inOrder()[0]?.due ?? Number.POSITIVE_INFINITY);
      }
    }),
  );
});
