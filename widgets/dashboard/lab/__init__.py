"""The lab: dashboards for all games that compare strategies and test the fairness of games."""
