"""Package of the stable interface of narwhals."""
