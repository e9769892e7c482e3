"""Speed as ratios inside one run. `python -m benchmarks` prints them; nothing here is a test."""
