"""Programs for developers of Kismet. They write data files of the product, or select the tests for a change."""
