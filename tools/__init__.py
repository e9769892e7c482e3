"""Programs for who works on Kismet itself: they write data that is shipped, or choose the tests of a change."""
