"""Protection against cross-site request forgery, for handlers of site and classroom."""


class NoXsrfCookieMixin:
    """Mixin for handlers that need no XSRF cookie.

    Requests to these handlers need an unguessable id or a custom header, which a form cannot send.
    """

    xsrf_token = b""

    def check_xsrf_cookie(self) -> None:
        """Do nothing, so that a request without a cookie is accepted."""
