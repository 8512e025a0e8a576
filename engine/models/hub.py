# SPDX-License-Identifier: AGPL-3.0-or-later
"""The hub's protocol, through huggingface_hub: which files a revision has, and the bytes of one.

The library's own downloads begin a file anew after a kill, so the bytes are asked for here, over
the library's client and addresses. It is imported when it is needed, with its telemetry off."""

from __future__ import annotations

import os
import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from engine import __version__
from engine.models.errors import ModelError
from engine.models.messages import RECORD, FetchModel, ModelCode, StoredFile

if TYPE_CHECKING:
    import httpx

PUBLIC = "https://huggingface.co"

WANTED = re.compile(r"[\w.-]+\.(json|safetensors|jinja)|README\.md|(LICEN[CS]E|NOTICE)[\w.-]*")
"""Files that are fetched: data and texts beside each other. Never code, never a folder."""

_QUIET = {"HF_HUB_DISABLE_TELEMETRY": "1", "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1", "HF_HUB_DISABLE_XET": "1"}


@dataclass(frozen=True)
class Listing:
    """A revision by its commit, and the files of it that are wanted."""

    revision: str
    files: list[StoredFile]

    @property
    def size(self) -> int:
        return sum(file.size for file in self.files)


class Hub:
    """One model on one hub. All methods raise ModelError and nothing else."""

    def __init__(self, request: FetchModel) -> None:
        os.environ.update(_QUIET)
        import huggingface_hub
        from huggingface_hub.constants import is_offline_mode

        if is_offline_mode():
            raise ModelError(ModelCode.OFFLINE)
        self._endpoint = (request.endpoint or PUBLIC).rstrip("/")
        self.host = urlsplit(self._endpoint).netloc or self._endpoint
        self._repo = request.repo
        self._with_token = bool(request.token)
        self._timeout = request.timeout
        client = self._client(request)
        huggingface_hub.set_client_factory(lambda: client)
        self._session = client
        token = request.token or False
        self._api = huggingface_hub.HfApi(endpoint=self._endpoint, token=token, library_name="copyholder",
                                         library_version=__version__)
        self._headers = {"user-agent": f"copyholder/{__version__}", "accept-encoding": "identity"}
        if request.token:
            self._headers["authorization"] = f"Bearer {request.token}"

    def listing(self, revision: str) -> Listing:
        """The wanted files of a revision: a commit, a branch or a tag."""
        with self._answers(revision):
            info = self._api.model_info(self._repo, revision=revision, files_metadata=True, timeout=self._timeout)
        files = []
        for item in info.siblings or []:
            if not WANTED.fullmatch(item.rfilename) or item.rfilename == RECORD:
                continue
            if item.size is None:
                raise ModelError(ModelCode.NOT_A_HUB, self._endpoint)
            sha256 = item.lfs.sha256 if item.lfs else ""
            files.append(StoredFile(name=item.rfilename, size=item.size, sha256=sha256, blob=item.blob_id or ""))
        if not info.sha or not re.fullmatch(r"[0-9a-f]{40}", info.sha):
            raise ModelError(ModelCode.NOT_A_HUB, self._endpoint)
        names = {file.name for file in files}
        if "config.json" not in names or not any(name.endswith(".safetensors") for name in names):
            raise ModelError(ModelCode.NOT_A_MODEL, f"There is no config.json with weights in {self._repo}.")
        return Listing(info.sha, files)

    @contextmanager
    def bytes_of(self, file: StoredFile, revision: str, start: int) -> Iterator[tuple[int, Iterator[bytes]]]:
        """Pieces of a file from byte `start` on, with the byte at which they really begin: 0 where
        the server gives the whole file only. Redirects are followed; the token stays with the hub."""
        from huggingface_hub import hf_hub_url

        url = hf_hub_url(self._repo, file.name, revision=revision, endpoint=self._endpoint)
        headers = dict(self._headers)
        if start:
            headers["range"] = f"bytes={start}-"
        with self._answers(revision), self._session.stream("GET", url, headers=headers) as response:
            response.raise_for_status()
            yield self._begin(response, start), response.iter_bytes()

    def _begin(self, response: httpx.Response, start: int) -> int:
        if response.status_code != 206:
            return 0
        match = re.match(r"bytes (\d+)-", response.headers.get("content-range", ""))
        if match is None or int(match[1]) != start:
            raise ModelError(ModelCode.NOT_A_HUB, self._endpoint)
        return start

    def _client(self, request: FetchModel) -> httpx.Client:
        import httpx

        verify: ssl.SSLContext | bool = True
        if request.ca_file:
            try:
                verify = ssl.create_default_context()
                verify.load_verify_locations(request.ca_file)
            except (OSError, ssl.SSLError) as error:
                raise ModelError(ModelCode.CERTIFICATE, self.host) from error
        try:
            return httpx.Client(
                proxy=request.proxy or None,
                verify=verify,
                timeout=httpx.Timeout(request.timeout, connect=request.connect_timeout),
                follow_redirects=True,
            )
        except (ValueError, ImportError) as error:  # a proxy of an unknown sort
            raise ModelError(ModelCode.NO_CONNECTION, request.proxy or self.host) from error

    @contextmanager
    def _answers(self, revision: str) -> Iterator[None]:
        """Turns what the client and the library raise into a ModelError."""
        import httpx
        from huggingface_hub.errors import HfHubHTTPError, HFValidationError

        try:
            yield
        except (HfHubHTTPError, httpx.HTTPStatusError) as error:
            raise self._refusal(error.response, revision) from error
        except httpx.TransportError as error:
            raise self._broken(error) from error
        except HFValidationError as error:
            raise ModelError(ModelCode.NO_SUCH_MODEL, self._repo) from error
        except (httpx.InvalidURL, httpx.TooManyRedirects, httpx.DecodingError) as error:
            raise ModelError(ModelCode.NOT_A_HUB, self._endpoint) from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:  # an answer that is none of a hub's
            raise ModelError(ModelCode.NOT_A_HUB, self._endpoint) from error

    def _refusal(self, response: httpx.Response, revision: str) -> ModelError:
        """The hub says why in X-Error-Code; a mirror may not."""
        status, said = response.status_code, response.headers.get("x-error-code", "")
        if status == 429:
            wait = _seconds(response)
            return ModelError(ModelCode.RATE_LIMITED, "" if wait is None else f"{wait:g}", again=True, wait=wait)
        if status == 408 or status >= 500:
            return ModelError(ModelCode.SERVICE_FAILED, f"{self.host}: {status}", again=True, wait=_seconds(response))
        if said == "GatedRepo" or status == 403:
            return ModelError(ModelCode.GATED, self._repo)
        if said == "RevisionNotFound":
            return ModelError(ModelCode.NO_SUCH_REVISION, revision)
        if said == "RepoNotFound" or (status == 404 and said != "EntryNotFound"):
            return ModelError(ModelCode.NO_SUCH_MODEL, self._repo)
        if status == 401:
            return ModelError(*((ModelCode.KEY_REJECTED, self.host) if self._with_token
                                else (ModelCode.GATED, self._repo)))  # fmt: skip
        return ModelError(ModelCode.SERVICE_FAILED, f"{self.host}: {status}")

    def _broken(self, error: httpx.TransportError) -> ModelError:
        import httpx

        if isinstance(error, httpx.UnsupportedProtocol):
            return ModelError(ModelCode.NOT_A_HUB, self._endpoint)
        cause: BaseException | None = error
        while cause is not None:
            if isinstance(cause, ssl.SSLCertVerificationError):
                return ModelError(ModelCode.CERTIFICATE, self.host)
            cause = cause.__cause__ or cause.__context__
        return ModelError(ModelCode.NO_CONNECTION, self.host, again=True)


def _seconds(response: httpx.Response) -> float | None:
    """How long the hub asks to wait: Retry-After, or the `t` of its RateLimit header."""
    given = response.headers.get("retry-after", "").strip()
    if not given.isdecimal():
        match = re.search(r"\bt\s*=\s*(\d+)", response.headers.get("ratelimit", ""))
        given = match[1] if match else ""
    return float(given) if given else None
