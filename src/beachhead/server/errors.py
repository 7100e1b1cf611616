"""Refusals of the API: each has a status, a word for programs and a sentence for people."""

from __future__ import annotations

from beachhead.server.wire import Ruling, TableState


class ApiError(Exception):
    """A request that is not granted."""

    status = 400
    error = "bad_request"

    def __init__(
        self,
        message: str,
        *,
        error: str | None = None,
        status: int | None = None,
        ruling: Ruling | None = None,
        state: TableState | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.error = error or type(self).error
        self.status = status or type(self).status
        self.ruling = ruling
        self.state = state


class Unauthorized(ApiError):
    """No token, or one that opens nothing here."""

    status, error = 401, "unauthorized"


class Forbidden(ApiError):
    """The token is good, but not for this."""

    status, error = 403, "forbidden"


class NotFound(ApiError):
    """There is no such thing."""

    status, error = 404, "not_found"


class Conflict(ApiError):
    """The table is not as the client thinks."""

    status, error = 409, "conflict"


class Unprocessable(ApiError):
    """Well-formed, but against the rules of the game or the house."""

    status, error = 422, "refused"


class Unavailable(ApiError):
    """The database does not answer; nothing was changed."""

    status, error = 503, "unavailable"
