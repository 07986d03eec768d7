"""Speed and memory side by side with peers: `python -m benchmarks`. Not part of the wheel."""
