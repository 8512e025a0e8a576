# SPDX-License-Identifier: AGPL-3.0-or-later
"""The models program's only exception, and the system's errors as one."""

from __future__ import annotations

import errno
from pathlib import Path

from engine.models.messages import ModelCode

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST)


class ModelError(Exception):
    """`again`: waiting and trying once more may help, after `wait` seconds where that was said."""

    def __init__(self, code: ModelCode, detail: str = "", *, again: bool = False, wait: float | None = None) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.again = again
        self.wait = wait


def of_system(error: OSError, place: Path) -> ModelError:
    """What an error of the disk means for the model whose folder is `place`."""
    if error.errno in _FULL:
        return ModelError(ModelCode.DISK_FULL)
    if error.errno in _FORBIDDEN:
        return ModelError(ModelCode.NOT_PERMITTED, str(place))
    return ModelError(ModelCode.INTERNAL, error.strerror or type(error).__name__)
