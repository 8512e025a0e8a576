# SPDX-License-Identifier: AGPL-3.0-or-later
"""Why vLLM failed: from its log and its exception to one sentence with what to do.

vLLM's own exception often says no more than "Engine core initialization failed. See root cause
above" (https://github.com/vllm-project/vllm/issues/17618); the cause is in a child's log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.backends.contract import EngineError
from engine.backends.vllm.watch import ending
from engine.protocol import ErrorCode

WORKER_KILLED = (
    "vLLM's worker process was ended by SIGKILL, as the system does when the memory is not enough: read fewer pages "
    "at once, or close other programs."
)

WORKER_ENDED = (
    "vLLM's worker process ended without a word, as it does when the memory is not enough: read fewer pages at once, "
    "or close other programs."
)
"""The same where vLLM could not tell how: another of its threads had taken the exit code and not written it down."""

LONGEST = 300
"""Characters of a library's own words that are shown."""


@dataclass(frozen=True)
class Cause:
    """A pattern in the log and the sentence for it; {0} is the pattern's first group."""

    pattern: re.Pattern[str]
    sentence: str
    code: ErrorCode = ErrorCode.ENGINE_UNAVAILABLE


def _cause(pattern: str, sentence: str, code: ErrorCode = ErrorCode.ENGINE_UNAVAILABLE) -> Cause:
    return Cause(re.compile(pattern, re.IGNORECASE), sentence, code)


KNOWN: tuple[Cause, ...] = (
    _cause(
        r"(?:CUDA|HIP) out of memory|OutOfMemoryError|cudaErrorMemoryAllocation|CUDA_ERROR_OUT_OF_MEMORY"
        r"|DefaultCPUAllocator: can't allocate|DefaultCPUAllocator: not enough memory",
        "The memory is not enough: read fewer pages at once or draft fewer tokens, or close other programs.",
        ErrorCode.OUT_OF_MEMORY,
    ),
    _cause(
        r"Free memory on device .*?\(([\d.]+)/([\d.]+) GiB\) on startup is less",
        "Only {0} of {1} GiB of graphics memory are free: close other programs that use the card.",
        ErrorCode.OUT_OF_MEMORY,
    ),
    _cause(
        r"No available memory for the cache blocks|KV cache .*? larger than the available|"
        r"to serve at least one request with the model's max seq len .*?\(([\d.]+) GiB KV cache is needed",
        "The memory for one page is not enough: read fewer pages at once, or shorten the context.",
        ErrorCode.OUT_OF_MEMORY,
    ),
    _cause(
        r"Available memory on node .*? is less than requested memory for kv",
        "The memory is not enough: read fewer pages at once, or close other programs.",
        ErrorCode.OUT_OF_MEMORY,
    ),
    _cause(
        r"Found no NVIDIA driver|NVML_ERROR_LIBRARY_NOT_FOUND|libcuda\.so\.1: cannot open",
        "There is no NVIDIA driver: install it, or choose another engine.",
    ),
    _cause(
        r"driver on your system is too old|CUDA driver version is insufficient",
        "The NVIDIA driver is older than vLLM needs: update it.",
    ),
    _cause(
        r"no kernel image is available|CUDA capability (sm_\d+) is not compatible|Bfloat16 is only supported on GPUs",
        "This graphics card is not supported by the installed vLLM: choose another engine.",
    ),
    _cause(
        r"Python\.h: No such file",
        "The header files of Python are missing: install python3-dev.",
    ),
    _cause(
        r"Failed to find C compiler|No such file or directory: '(?:gcc|cc|g\+\+)'|InvalidCxxCompiler"
        r"|No working C\+\+ compiler",
        "There is no C compiler: install gcc and g++.",
    ),
    _cause(
        r"Could not find nvcc|nvcc.*not found",
        "A part of vLLM wants to compile with nvcc, which is missing: start it eagerly, or install the CUDA toolkit.",
    ),
    _cause(
        r"SafetensorError|MetadataIncompleteBuffer|HeaderTooLarge|HeaderTooSmall|invalid load key",
        "The model's weights are damaged: download the model again.",
    ),
    _cause(
        r"There is no module or parameter named '?([\w.]+)",
        "The model's weights do not belong to this model ({0}): download the model again.",
    ),
    _cause(
        r"size mismatch|shape mismatch.*weight|Attempted to load weight .*? into parameter",
        "The model's weights do not have the sizes of its config.json: download the model again.",
    ),
    _cause(
        r"Following weights were not initialized from checkpoint",
        "Weights of the model are missing: download the model again.",
    ),
    _cause(
        r"Model architectures? \[?'?(\w+)'?\]? (?:are|is) not supported|Cannot find model module"
        r"|failed to be inspected",
        "The installed vLLM does not know this model: Copyholder's plugin for it is not installed there.",
    ),
    _cause(r"No space left on device", "A disk is full: free some space."),
    _cause(r"No module named '([\w.]+)'", "vLLM's environment lacks {0}: install the engine again."),
    _cause(
        r"CUDA error: (an illegal memory access[^.\n]*|unspecified launch failure|misaligned address)",
        "The graphics card failed in a computation ({0}).",
        ErrorCode.CRASHED,
    ),
)
"""In the order of precedence: what is most telling first."""

_VAGUE = re.compile(
    r"Engine core initialization failed|EngineCore encountered an issue|EngineDeadError"
    r"|WorkerProc initialization failed|EngineCore failed to start|cancelled|Executor failed"
)
_WORKER_DIED = re.compile(r"Worker proc \S+ died unexpectedly \(exit code: (-?\d+|None)\)")
"""Said by the engine core, which starts the workers and hears of their ends (0.29 to 0.32, `multiproc_executor`)."""
_KILLED = "-9"
_SILENT = "and its log does not say why."
_RAISED = re.compile(r"(?:^|[\s)])((?:\w+\.)*\w*(?:Error|Exception|Interrupt|Exit)): (.+)$")


def explain(
    lines: Sequence[str], error: BaseException | None = None, *, died: str = "", ran: bool = False
) -> EngineError:
    """The failure in one sentence. `lines` of the log, oldest first; `error` what was raised here;
    `died` how a process ended, where one did; `ran`: not at the start, but later."""
    texts = [*lines, *([f"{type(error).__name__}: {error}"] if error is not None else [])]
    for cause in KNOWN:
        for line in texts:
            if found := cause.pattern.search(line):
                groups = [group or "" for group in found.groups()]
                sentence = cause.sentence.format(*groups).replace(" ()", "")
                return EngineError(cause.code, sentence)
    words = _own_words(texts)
    worker = next((found[1] for line in texts if (found := _WORKER_DIED.search(line))), None)
    if worker == _KILLED and not words:
        return EngineError(ErrorCode.CRASHED, WORKER_KILLED)
    if worker == "None" and not words:
        return EngineError(ErrorCode.CRASHED, WORKER_ENDED)
    if worker is not None and not words:
        return EngineError(ErrorCode.CRASHED, f"vLLM's worker process {ending(int(worker))}.")
    if died and not words:
        return EngineError(ErrorCode.CRASHED, f"vLLM's engine process {died}.")
    if words:
        return EngineError(ErrorCode.ENGINE_UNAVAILABLE, f"vLLM says: {words}")
    what = "stopped working" if ran else "could not be started"
    return EngineError(ErrorCode.ENGINE_UNAVAILABLE, f"vLLM {what}, {_SILENT}")


def says_why(error: EngineError) -> bool:
    """Whether a cause was found. One process may hear of a failure before another has written down why."""
    return not error.detail.endswith(_SILENT)


def _own_words(texts: Sequence[str]) -> str:
    """The first exception in the log that says something; the first, since others follow from it."""
    for line in texts:
        found = _RAISED.search(line)
        if found and not _VAGUE.search(line):
            return f"{found[1].rpartition('.')[2]}: {found[2]}"[:LONGEST]
    return ""


def hopeful(error: EngineError) -> bool:
    """Whether another start with safer settings may help."""
    return error.code in (ErrorCode.OUT_OF_MEMORY, ErrorCode.CRASHED)
