"""Compares violations: a line of input has the contract's data or one value with what TypeScript finds in it."""
import json
import sys

from league_v2 import contract, validate

dialect, compared = None, 0
for line in sys.stdin:
    case = json.loads(line)
    if "contract" in case:
        data = json.loads(case["contract"])
        contract.patterns.update(data["patterns"])
        dialect = contract.Dialect("tested", data["dialects"][case["dialect"]])
        continue
    compared += 1
    name, data = case["name"], case["data"]
    ours, theirs = validate(name, data, dialect), case["violations"]
    if ours != theirs:
        print(json.dumps({"name": name, "data": data, "python": ours, "typescript": theirs}))
print(f"{compared} compared", file=sys.stderr)
