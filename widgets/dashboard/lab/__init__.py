"""The lab: dashboards that compare strategies and test the fairness of all games."""
