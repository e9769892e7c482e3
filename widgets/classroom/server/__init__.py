"""Server side of classes: services, endpoints and pages. The package `site` mounts the routes."""
