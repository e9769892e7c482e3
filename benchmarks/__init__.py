"""Benchmarks that compare speeds within one run. `python -m benchmarks` prints the results."""
