# SPDX-License-Identifier: AGPL-3.0-or-later
"""The probe: trees of system files as other machines have them, and this machine as it is."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from engine.choose import Answer, Request, Wishes
from engine.hardware import apple, graphics, probe, pythons, system, windows
from engine.hardware.facts import Gpu, Machine, Place, release

ROOT = Path(__file__).parents[2]
ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="reads Linux's files")


def tree(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


CPUINFO = "processor\t: 0\nmodel name\t: Some Xeon\nflags\t\t: fpu avx2 avx512f avx512_bf16 amx_bf16\n\n"
MEMINFO = "MemTotal:       16000000 kB\nMemFree:         1000000 kB\nMemAvailable:    8000000 kB\n"


@ON_LINUX
def test_processor_and_memory_of_a_server(tmp_path: Path) -> None:
    root = tree(tmp_path, {"proc/cpuinfo": CPUINFO, "proc/meminfo": MEMINFO})
    found = system.processor(root)
    assert (found.model, found.features) == ("Some Xeon", ("avx2", "avx512", "avx512_bf16", "amx"))
    assert system.memory(root).free == 8_000_000 * 1024


@ON_LINUX
@pytest.mark.parametrize(
    ("files", "cores"),
    [
        ({"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/cpu.max": "max 100000\n",
          "sys/fs/cgroup/a/cpu.max": "100000 100000\n"}, 1),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "50000 100000\n"}, 1),
        ({"proc/self/cgroup": "0::/host/path/not/here\n", "sys/fs/cgroup/cpu.max": "90000 100000\n"}, 1),
        ({"proc/self/cgroup": "4:cpu,cpuacct:/x\n2:memory:/x\n", "sys/fs/cgroup/cpu/x/cpu.cfs_quota_us": "20000\n",
          "sys/fs/cgroup/cpu/x/cpu.cfs_period_us": "100000\n"}, 1),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "nonsense\n"}, None),
        ({"proc/self/cgroup": "rubbish\n"}, None),
    ],
)
def test_a_containers_share_of_the_processors(tmp_path: Path, files: dict[str, str], cores: int | None) -> None:
    allowed = len(os.sched_getaffinity(0))
    assert system.processor(tree(tmp_path, files)).cores == (cores or allowed)


@ON_LINUX
@pytest.mark.parametrize(
    ("files", "total", "free"),
    [
        ({"proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "4000000000\n",
          "sys/fs/cgroup/a/memory.current": "3000000000\n",
          "sys/fs/cgroup/a/memory.stat": "anon 5\ninactive_file 1500000000\n"}, 4_000_000_000, 2_500_000_000),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n"}, 16_000_000 * 1024, 8_000_000 * 1024),
        ({"proc/self/cgroup": "3:memory:/x\n", "sys/fs/cgroup/memory/x/memory.limit_in_bytes": "2000000000\n",
          "sys/fs/cgroup/memory/x/memory.usage_in_bytes": "500000000\n"}, 2_000_000_000, 1_500_000_000),
        ({"proc/self/cgroup": "3:memory:/x\n",
          "sys/fs/cgroup/memory/x/memory.limit_in_bytes": "9223372036854771712\n"},
         16_000_000 * 1024, 8_000_000 * 1024),
    ],
    ids=["version 2", "no limit", "version 1", "version 1 without a limit"],
)
def test_a_containers_memory(tmp_path: Path, files: dict[str, str], total: int, free: int) -> None:
    found = system.memory(tree(tmp_path, {**files, "proc/meminfo": MEMINFO}))
    assert (found.total, found.free) == (total, free)


@ON_LINUX
def test_wsl2_is_told_by_its_kernel(tmp_path: Path) -> None:
    root = tree(tmp_path, {"proc/version": "Linux version 5.15.153.1-microsoft-standard-WSL2 (root@x)",
                           "etc/os-release": 'NAME="Ubuntu"\nPRETTY_NAME="Ubuntu 24.04.1 LTS"\n'})
    found = system.system(root)
    assert (found.wsl, found.title) == (True, "Ubuntu 24.04.1 LTS")


@ON_LINUX
def test_cards_that_the_kernel_lists(tmp_path: Path) -> None:
    drm = "sys/class/drm/"
    root = tree(tmp_path, {
        f"{drm}card0/device/vendor": "0x1002\n", f"{drm}card0/device/device": "0x744c\n",
        f"{drm}card0/device/mem_info_vram_total": "25753026560\n",
        f"{drm}card0/device/mem_info_vram_used": "753026560\n",
        f"{drm}card1/device/vendor": "0x8086\n", f"{drm}card1/device/device": "0x9a49\n",
        f"{drm}card2/device/vendor": "0x10de\n", f"{drm}card2/device/device": "0x2204\n",
        f"{drm}card3/device/vendor": "0x1234\n",  # a virtual machine's picture
        f"{drm}card0-HDMI-A-1/device/vendor": "0x1002\n",
    })  # fmt: skip
    found = {gpu.vendor: gpu for gpu in graphics._linux(root)}
    assert set(found) == {"amd", "intel", "nvidia"}
    assert (found["amd"].memory, found["amd"].free) == (25753026560, 25_000_000_000)
    assert found["intel"].name == "Intel graphics (0x9a49)"
    assert "driver" in found["nvidia"].problem


CARDS = [Gpu(vendor="nvidia", name=f"card {n}", uuid=f"GPU-{n}{n}") for n in range(3)]


@pytest.mark.parametrize(
    ("variable", "left"),
    [(None, "012"), ("", ""), ("1", "1"), ("2,0", "20"), ("GPU-1", "1"), ("0,9,1", "0"), ("-1", ""), ("none", "")],
)
def test_cards_hidden_from_cuda(variable: str | None, left: str) -> None:
    assert [gpu.name for gpu in graphics.visible(CARDS, variable)] == [f"card {n}" for n in left]


# ---------------------------------------------------------------- NVIDIA's library, through nvidia-ml-py itself

NVML = r"""
#include <string.h>
typedef struct { unsigned long long total, free, used; } memory_t;
#ifdef BROKEN
int nvmlInitWithFlags(unsigned flags) { return 18; }  /* driver and library of two releases */
int nvmlInit_v2(void) { return 18; }
#else
int nvmlInitWithFlags(unsigned flags) { return 0; }
int nvmlInit_v2(void) { return 0; }
#endif
int nvmlShutdown(void) { return 0; }
const char *nvmlErrorString(int code) { return "Driver/library version mismatch"; }
int nvmlSystemGetDriverVersion(char *text, unsigned size) { strncpy(text, "570.133.20", size); return 0; }
int nvmlSystemGetCudaDriverVersion_v2(int *number) { *number = 12080; return 0; }
int nvmlDeviceGetCount_v2(unsigned *count) { *count = 2; return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **handle) { *handle = (void *)(long)(index + 1); return 0; }
int nvmlDeviceGetName(void *handle, char *text, unsigned size) { strncpy(text, "NVIDIA L4", size); return 0; }
int nvmlDeviceGetUUID(void *handle, char *text, unsigned size) {
    strncpy(text, handle == (void *)1 ? "GPU-one" : "GPU-two", size); return 0; }
int nvmlDeviceGetMemoryInfo(void *handle, memory_t *memory) {
    if (handle == (void *)2) return 3;  /* not supported */
    memory->total = 24000000000ull; memory->free = 23000000000ull; return 0; }
int nvmlDeviceGetCudaComputeCapability(void *handle, int *major, int *minor) { *major = 8; *minor = 9; return 0; }
"""


def with_library(folder: Path, *flags: str) -> Answer:
    """What the program says where the driver's library is this one."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("no C compiler")
    source = folder / "nvml.c"
    source.write_text(NVML, encoding="utf-8")
    library = folder / "libnvidia-ml.so.1"
    subprocess.run([compiler, "-shared", "-fPIC", *flags, "-o", library, source], check=True)
    ctypes.CDLL(str(library))  # it can be loaded at all
    return run_probe(env={"LD_LIBRARY_PATH": str(folder)})


def run_probe(request: Request | bytes = b"", env: dict[str, str] | None = None) -> Answer:
    given = request if isinstance(request, bytes) else msgspec.json.encode(request)
    kept = {name: value for name, value in os.environ.items() if name != "CUDA_VISIBLE_DEVICES"}
    ran = subprocess.run([sys.executable, "-m", "engine", "probe"], input=given, cwd=ROOT, env=kept | (env or {}),
                         capture_output=True, timeout=60, check=True)
    assert ran.stderr == b""
    return msgspec.json.decode(ran.stdout, type=Answer)


def test_cards_of_the_driver(tmp_path: Path) -> None:
    one, two = with_library(tmp_path).machine.gpus
    assert (one.name, one.uuid, one.capability) == ("NVIDIA L4", "GPU-one", (8, 9))
    assert (one.driver, one.cuda) == ("570.133.20", (12, 8))
    assert (one.memory, one.free) == (24_000_000_000, 23_000_000_000)
    assert (two.uuid, two.memory, two.free) == ("GPU-two", None, None)


def test_a_driver_that_does_not_answer_is_told(tmp_path: Path) -> None:
    answer = with_library(tmp_path, "-DBROKEN")
    assert answer.machine.gpus == ()
    assert "mismatch" in answer.machine.failed["gpus"]
    vllm = next(one for one in answer.ranking if one.engine == "vllm")
    assert any("mismatch" in lack.words and "restart" in lack.fix for lack in vllm.lacks)


# ---------------------------------------------------------------- other systems' words


def test_free_memory_from_vm_stat() -> None:
    said = ("Mach Virtual Memory Statistics: (page size of 16384 bytes)\nPages free:                    100.\n"
            "Pages active:                  900.\nPages inactive:                 50.\nPages speculative:    10.\n")
    assert apple.free_of(said) == 160 * 16384
    assert apple.free_of("") is None


def test_an_adapter_from_the_registry() -> None:
    values = {"MatchingDeviceId": r"pci\ven_1002&dev_744c", "DriverDesc": "AMD Radeon RX 7900 XTX",
              "DriverVersion": "32.0.1", "HardwareInformation.qwMemorySize": 25753026560}

    def value(name: str) -> object:
        if name not in values:
            raise OSError(name)
        return values[name]

    (gpu,) = windows.adapter(value)
    assert (gpu.vendor, gpu.memory) == ("amd", 25753026560)
    values["MatchingDeviceId"] = r"pci\ven_10de&dev_2684"
    assert windows.adapter(value) == []


# ---------------------------------------------------------------- interpreters


def environment(folder: Path, packages: dict[str, str], *, version: str = "", shared: bool = False) -> Path:
    """A virtual environment as it looks on the disk. `version` is torch/version.py."""
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "python").symlink_to(sys.executable)
    flag = "true" if shared else "false"
    (folder / "pyvenv.cfg").write_text(
        f"home = {Path(sys.executable).resolve().parent}\ninclude-system-site-packages = {flag}\nversion = 3.11.7\n",
        encoding="utf-8",
    )
    site = folder / "lib" / "python3.11" / "site-packages"
    site.mkdir(parents=True)
    for name, numbers in packages.items():
        info = site / f"{name}-{numbers}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Name: {name}\n", encoding="utf-8")
    if version:
        (site / "torch").mkdir()
        (site / "torch" / "version.py").write_text(version, encoding="utf-8")
    return folder


TORCH_CUDA = "__version__ = '2.13.0'\ncuda: Optional[str] = '13.0'\nhip: Optional[str] = None\n"
TORCH_ROCM = "__version__ = '2.9.0+rocm6.4'\ncuda = None\nhip = '6.4.43482-0f2d60242'\n"


@pytest.mark.skipif(os.name == "nt", reason="environments look otherwise on Windows")
def test_what_is_installed_is_read_without_starting(tmp_path: Path) -> None:
    packages = {"torch": "2.13.0", "transformers": "5.19.0", "Pillow": "13.0.0", "nvidia_ml_py": "13.1", "attrs": "1"}
    made = environment(tmp_path / "engines" / "vllm-1", packages, version=TORCH_CUDA)
    (made / "bin" / "python").unlink()
    (made / "bin" / "python").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")  # starting it would fail
    (made / "bin" / "python").chmod(0o755)
    (made / pythons.RECORD).write_text("{}", encoding="utf-8")
    environment(tmp_path / "engines" / ".vllm.new-1", packages)  # being made
    (found,) = pythons.managed(tmp_path / "engines")
    assert found.problem == ""
    assert found.release == "3.11.7"
    assert found.packages == {"torch": "2.13.0", "transformers": "5.19.0", "pillow": "13.0.0", "nvidia-ml-py": "13.1"}
    assert (found.kind, found.cuda, found.hip) == ("managed", "13.0", None)


@pytest.mark.skipif(os.name == "nt", reason="environments look otherwise on Windows")
def test_an_environment_that_is_not_whole_is_not_used(tmp_path: Path) -> None:
    environment(tmp_path / "engines" / "vllm", {"vllm": "0.32.0"})
    (found,) = pythons.managed(tmp_path / "engines")
    assert found.problem == "its installation was not finished"


@pytest.mark.skipif(os.name == "nt", reason="environments look otherwise on Windows")
def test_a_build_for_rocm_and_a_broken_installation(tmp_path: Path) -> None:
    made = environment(tmp_path / "rocm", {"torch": "2.9.0+rocm6.4"}, version=TORCH_ROCM)
    (made / "lib/python3.11/site-packages/vllm-0.32.0.dist-info").mkdir()  # its installation broke off
    found = pythons.look(made, "given")
    assert (found.cuda, found.hip) == (None, "6.4.43482-0f2d60242")
    assert "vllm" not in found.packages


@pytest.mark.skipif(os.name == "nt", reason="environments look otherwise on Windows")
def test_interpreters_that_cannot_be_used_say_why(tmp_path: Path) -> None:
    made = environment(tmp_path / "old", {})
    (made / "bin" / "python").unlink()
    (made / "bin" / "python").symlink_to(tmp_path / "uninstalled" / "python3.10")
    assert "is gone" in pythons.look(made, "managed").problem
    assert "no such program" in pythons.look(tmp_path / "nothing", "given").problem
    text = tmp_path / "notes.txt"
    text.write_text("not a program", encoding="utf-8")
    assert "no program" in pythons.look(text, "given").problem
    text.chmod(0o755)
    assert "cannot be started" in pythons.look(text, "given").problem


def test_an_interpreter_of_the_system_is_asked(tmp_path: Path) -> None:
    """Without pyvenv.cfg beside it only the interpreter knows its folders."""
    found = pythons.look(Path(getattr(sys, "_base_executable", sys.executable)), "given")
    assert found.problem == ""
    assert release(found.release)[:2] >= (3, 9)


def test_the_own_interpreter_has_what_the_engine_imports() -> None:
    assert {"msgspec", "pillow", "numpy"} <= set(pythons.own().packages)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("2.13.0+cpu", (2, 13, 0)), ("12.8", (12, 8)), ("0.32.0rc1", (0, 32, 0)), ("", ()), ("dev", ()), ("3.١", (3,))],
)
def test_releases_as_numbers(text: str, numbers: tuple[int, ...]) -> None:
    assert release(text) == numbers


# ---------------------------------------------------------------- the whole


def test_the_program_answers_with_machine_and_ranking(tmp_path: Path) -> None:
    tiny = ROOT / "tests" / "data" / "tiny-jina-ocr"
    answer = run_probe(Request(place=Place(data=str(tmp_path / "data"), models=(str(tiny), str(tmp_path / "none"))),
                               wishes=Wishes(engine=("builtin",))))
    found = answer.machine
    assert found.failed == {}
    assert found.processor.cores >= 1
    assert found.memory.total
    assert found.disk is not None
    assert found.disk.free > 0
    assert found.reachable is None  # nobody asked
    assert found.pythons[0].kind == "own"
    model, none = found.models
    assert (model.complete, model.drafts, model.parameters) == (True, True, 4_562_112)
    assert none.problem == "There is no such folder."
    assert answer.ranking[0].engine == "builtin"
    assert answer.ranking[0].chosen


def test_half_a_model_is_not_complete(tmp_path: Path) -> None:
    tiny = ROOT / "tests" / "data" / "tiny-jina-ocr"
    home = tmp_path / "models" / "jina-ocr-v1"
    cut, part, empty = home / "cut", home / ("0" * 40 + ".part"), home / "empty"
    for folder in (cut, part):
        shutil.copytree(tiny, folder, ignore=shutil.ignore_patterns("expected", "reference", "pages*"))
    with (cut / "model.safetensors").open("r+b") as file:
        file.truncate(5_000_000)
    empty.mkdir()
    (empty / "config.json").write_text("{}", encoding="utf-8")
    told = run_probe(Request(place=Place(data=str(tmp_path)))).machine.models
    found = {Path(model.path).name: model for model in told}
    assert set(found) == {"cut", part.name, "empty"}
    assert not any(model.complete for model in found.values())
    assert found["cut"].size == 5_000_000
    assert "not complete" in found["cut"].problem
    assert str(tmp_path) not in found["cut"].problem
    assert "not finished" in found[part.name].problem


def test_a_request_that_is_none_is_refused() -> None:
    ran = subprocess.run([sys.executable, "-m", "engine", "probe"], input=b"[1]", cwd=ROOT, capture_output=True,
                         timeout=60, check=False)
    assert ran.returncode == 2
    assert b"not understood" in ran.stderr
    assert ran.stdout == b""


def test_the_probe_loads_no_model_library() -> None:
    """... and neither does the choice that the app makes by itself."""
    script = ("import sys, json; from engine.hardware.probe import probe; from engine.hardware.facts import Place; "
              "from engine.choose import choose, Wishes; choose(probe(Place()), Wishes()); "
              "print(json.dumps([n for n in ('torch', 'transformers', 'tokenizers', 'vllm', 'numpy', 'PIL') "
              "if n in sys.modules]))")
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == []


def test_a_part_that_fails_takes_no_other_along(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("some part of the system is odd")

    for module, name in ((system, "processor"), (graphics, "graphics"), (pythons, "managed")):
        monkeypatch.setattr(module, name, broken)
    found = probe.probe(Place(data=str(tmp_path)))
    assert set(found.failed) == {"processor", "gpus", "pythons"}
    assert found.failed["gpus"] == "ZeroDivisionError: some part of the system is odd"
    assert found.memory.total


def test_a_part_that_hangs_is_left_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import threading

    free = threading.Event()
    monkeypatch.setattr(probe, "LIMIT", 0.2)
    monkeypatch.setattr(graphics, "graphics", lambda root: free.wait(60))
    found = probe.probe(Place(data=str(tmp_path)))
    free.set()
    assert isinstance(found, Machine)
    assert "no answer" in found.failed["gpus"]


def test_the_network_is_asked_only_on_request() -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        found = probe.probe(Place(hosts=(f"127.0.0.1:{port}", "127.0.0.1:1", "no port:x")))
    assert found.reachable == {f"127.0.0.1:{port}": True, "127.0.0.1:1": False, "no port:x": False}
