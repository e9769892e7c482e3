"""What plotly asks of narwhals, where there is no library of data frames: nothing is one."""
