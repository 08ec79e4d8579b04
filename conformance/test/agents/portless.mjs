// Cannot have its port, and stays all the same.
setInterval(() => undefined, 1_000);
