"""Programs for developers of Kismet. They write shipped data, or select the tests of a change."""
