# SPDX-License-Identifier: AGPL-3.0-or-later
"""The page program: `python -m engine.pages`. Messages on standard input and output, see protocol.

Order matters: the real standard output is kept aside before anything else is imported.
"""

from __future__ import annotations

from engine.stdio import claim, lines


def main() -> None:
    commands, outlet = claim()

    import argparse
    import logging
    from pathlib import Path

    from engine.lifeline import leave, settle_in
    from engine.pages.cache import DEFAULT_BYTES, PictureCache
    from engine.pages.supervisor import MEMORY, TIME_LIMIT, Supervisor
    from engine.pages.worker import limit_memory, serve

    parser = argparse.ArgumentParser(prog="python -m engine.pages", description="Opens documents for Copyholder.")
    parser.add_argument("--cache", type=Path, help="folder for pictures (default: a temporary one)")
    parser.add_argument("--cache-bytes", type=int, default=DEFAULT_BYTES, help="bound of the pictures kept")
    parser.add_argument("--time-limit", type=float, default=TIME_LIMIT, help="seconds for one request")
    parser.add_argument("--memory", type=int, default=MEMORY, help="bytes of address space of a worker")
    parser.add_argument("--worker", action="store_true", help="be a worker of the program above")
    options = parser.parse_args()
    settle_in()
    if options.worker:
        limit_memory(options.memory)
        serve(lines(commands), outlet)
        leave(0)
    try:
        cache = PictureCache(options.cache, options.cache_bytes)
    except OSError as error:
        logging.getLogger("engine.pages").warning("no pictures can be kept in %s (%s)", options.cache, error.strerror)
        cache = PictureCache(None, options.cache_bytes)
    Supervisor(outlet, cache, options.time_limit, options.memory).run(lines(commands))
    cache.close()
    leave(0)


if __name__ == "__main__":
    main()
