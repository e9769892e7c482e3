"""Requests forged elsewhere, for handlers of site and classroom."""


class NoXsrfCookieMixin:
    """A handler that needs no cookie against requests forged elsewhere: what it changes is reached by an unguessable id
    or a header of our own, which no form can send."""

    xsrf_token = b""

    def check_xsrf_cookie(self) -> None:
        """There is none."""
