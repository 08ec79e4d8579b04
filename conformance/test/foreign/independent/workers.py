"""Threads for long work. The end of the process waits for them no longer than it says."""
import queue
import time
from threading import Thread


class Workers:
    def __init__(self, count):
        self.waiting = queue.Queue()
        self.ending = False
        for _ in range(count):
            Thread(target=self.work, daemon=True).start()

    def submit(self, do, *arguments):
        """Does it as soon as a thread is free."""
        self.waiting.put((do, arguments))

    def work(self):
        while True:
            do, arguments = self.waiting.get()
            if not self.ending:
                do(*arguments)
            self.waiting.task_done()

    def end(self, seconds):
        """Waits until the work that has begun is done, at most this long. The rest does not begin."""
        self.ending = True
        until = time.monotonic() + seconds
        while self.waiting.unfinished_tasks and time.monotonic() < until:
            time.sleep(0.05)
