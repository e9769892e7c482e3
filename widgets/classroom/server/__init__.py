"""The server side of a class: what it knows and does, its addresses and its pages. `site` mounts the routes."""
