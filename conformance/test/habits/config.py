"""A configuration file of one instance, as `with-config.sh` writes it."""
import json


def arguments_of(path):
    """The command line of the example that the file stands for."""
    with open(path, encoding="utf-8") as file:
        settings = json.load(file)
    return [word for name, value in settings.items() for word in (f"--{name}", str(value))]
