# SPDX-License-Identifier: AGPL-3.0-or-later
"""The command lines of venv, pip and uv, and the environment they run in.

uv where it is there and a CUDA build is wanted: it knows PyTorch's builds. Else venv and pip, which
take a CPU build also from where a user's pip is told to look. Both run as the user set them up
(mirrors, caches), less what would lead them elsewhere than into the new environment."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from app.core.children.launch import child_environment
from app.core.environments.place import python_of
from app.core.environments.plan import Plan, Step
from app.core.environments.words import InstallCode, InstallProblem

OLDEST = (3, 11)

_ELSEWHERE = (
    "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_USER", "PIP_PYTHON", "PIP_REQUIREMENT", "PIP_CONSTRAINT",
    "PIP_EDITABLE", "PIP_REQUIRE_VIRTUALENV", "PIP_NO_DEPS", "PIP_DRY_RUN", "PIP_REPORT", "PIP_QUIET", "PIP_LOG",
    "UV_PYTHON", "UV_CONSTRAINT", "UV_OVERRIDE", "UV_SYSTEM_PYTHON", "UV_PROJECT_ENVIRONMENT", "UV_TORCH_BACKEND",
    "VIRTUAL_ENV", "CONDA_PREFIX", "__PYVENV_LAUNCHER__",
)  # fmt: skip
"""Variables that would change where or what is installed."""

# on Linux a tool ends with the thread that started it; the parent-death signal outlives an exec
_LEASH = (
    "import ctypes, os, signal, sys; "
    "ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0); "
    "os.execv(sys.argv[1], sys.argv[1:])"
)


def base_python() -> Path:
    """The interpreter that environments are made with: the app's own, or where the app is a bundle
    one of the system. Raises InstallProblem."""
    if not getattr(sys, "frozen", False):
        return Path(getattr(sys, "_base_executable", "") or sys.executable)
    for minor in range(14, OLDEST[1] - 1, -1):
        if found := shutil.which(f"python3.{minor}"):
            return Path(found)
    raise InstallProblem(InstallCode.NO_PYTHON)


def uv_for(plan: Plan) -> Path | None:
    """uv, where it is there and better: for CUDA builds only."""
    found = shutil.which("uv") if plan.hardware.startswith("cuda") else None
    return Path(found) if found else None


def make(folder: Path, name: str, uv: Path | None) -> list[str]:
    """Makes an empty environment; `name` is what its prompt shows."""
    base = base_python()
    if uv is not None:
        return _leashed(base, [str(uv), "venv", "--python", str(base), "--prompt", name, "--allow-existing",
                               str(folder)])  # fmt: skip
    return _leashed(base, [str(base), "-I", "-u", "-m", "venv", "--prompt", name, str(folder)])


def install(folder: Path, step: Step, plan: Plan, uv: Path | None, proxy: str = "", ca_file: str = "") -> list[str]:
    """Installs what a step names. Wheels only: nothing is compiled here."""
    python = python_of(folder)
    what = ["-r", str(step.file)] if step.file else list(step.what)
    alone = ["--no-deps"] if step.alone else []
    if uv is not None:
        torch = ["--torch-backend", plan.torch_backend] if step.index else []
        return _leashed(base_python(), [str(uv), "pip", "install", "--python", str(python), "--only-binary", ":all:",
                                        *alone, *torch, *what])  # fmt: skip
    options = ["--no-input", "--disable-pip-version-check", "--only-binary", ":all:", "--progress-bar", "off", *alone]
    if step.index:
        options += ["--index-url", step.index]
    if proxy:
        options += ["--proxy", proxy]
    if ca_file:
        options += ["--cert", ca_file]
    return _leashed(python, [str(python), "-I", "-u", "-m", "pip", "install", *options, *what])


def surroundings(
    command: list[str], temporary: Path, proxy: str = "", ca_file: str = "", base: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The environment of a tool. Its temporary files lie beside the new environment: a small /tmp
    would not hold PyTorch."""
    kept = child_environment(command, base=base)
    for name in (*_ELSEWHERE, "PYTHONPATH", "PYTHONHOME"):
        kept.pop(name, None)
    kept |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary))
    if proxy:
        kept |= dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), proxy)
    if ca_file:
        kept["SSL_CERT_FILE"] = ca_file
    return kept


def _leashed(python: Path, command: list[str]) -> list[str]:
    if sys.platform != "linux":
        return command
    return [str(python), "-I", "-c", _LEASH, *command]


def settle_scripts(folder: Path, becomes: Path) -> None:
    """Before an environment is renamed: its scripts name the interpreter by the path that it will have."""
    for path in (folder / "bin").glob("*") if (folder / "bin").is_dir() else ():
        if path.is_symlink() or not path.is_file():
            continue
        data = path.read_bytes()
        if data[:2] == b"#!" or path.name.lower().startswith("activate"):
            path.write_bytes(data.replace(os.fsencode(folder), os.fsencode(becomes)))
