"""A small JSON file for what a restart must not lose. Without a folder everything stays in memory."""
import json
import os


class Store:
    def __init__(self, folder, name):
        self.path = os.path.join(folder, name) if folder else None
        self.values = {}
        if folder:
            os.makedirs(folder, exist_ok=True)
        if self.path and os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                self.values = json.load(file)

    def get(self, name, default=None):
        return self.values.get(name, default)

    def put(self, name, value):
        """Returns when the value is in the file. A crash in the middle leaves the old file."""
        self.values[name] = value
        if self.path is None:
            return
        with open(self.path + ".new", "w", encoding="utf-8", opener=private) as file:
            json.dump(self.values, file)
        os.replace(self.path + ".new", self.path)


def private(path, flags):
    return os.open(path, flags, 0o600)  # it holds tokens
