// Cannot have its port, and stays anyway.
setInterval(() => undefined, 1_000);
