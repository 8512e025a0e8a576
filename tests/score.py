# SPDX-License-Identifier: AGPL-3.0-or-later
# The scorer comes from outside and stays as it was handed to us, so that figures can be compared
# (only cut in two: its first half is score_parts):
# ruff: noqa
# mypy: ignore-errors
"""Score a folder of predicted Markdown against a folder of ground truth.

    score.py PREDICTED GROUND_TRUTH [--json FILE] [--only PATTERN] [--no-apted] [--worst N]

Ground truth, by name (stem X is matched with PREDICTED/X.md):
    X.md            whole document: text, word, order, table, formula and heading scores
    X.tables.md     only the tables of the document: table scores
    X.facts.jsonl   checkable facts, one JSON object a line, in olmOCR-bench's form:
                    {"type": "present"|"absent", "text": ...}, {"type": "order", "before": ..., "after": ...},
                    {"type": "table", "cell": ..., "up|down|left|right|top_heading|left_heading": ...},
                    {"type": "math", "math": ...}; max_diffs, case_sensitive and page are optional

All scores are 0..1, more is better:
    text   1 - normalised edit distance of the plain text (markup, layout and whitespace ignored)
    wrec   word recall, wprec   word precision (multisets; a Han, Kana or Thai character is a word)
    order  share of matched ground-truth paragraphs that stand in the right order
    table  TEDS-like: 1 - tree edit distance / tree size, texts compared by edit distance;
           with `apted` installed and tables small enough by tree edit, else by aligning rows and cells
    tstr   the same with the cell texts ignored
    form   formulas: mean similarity of normalised LaTeX, unmatched ones count as 0
    head   F1 of headings (text only, not the level)
    facts  share of facts that hold

A predicted file may mark pages with lines `<!-- page N -->`; then facts with a page look only there.
Needs rapidfuzz; apted is optional. A missing prediction scores 0.
"""
import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from tests.score_parts import norm, norm_math, parse, strip, words

try:
    from apted import APTED, Config
except ImportError:
    APTED = None

MAX_TREE = 150  # nodes; larger tables are compared by alignment (tree edit is slow in pure Python)
PAGE = re.compile(r"^<!--\s*page[ :]*(\d+)\b.*?-->\s*$", re.M | re.I)


# ---------- scores ----------

def similarity(a, b):
    if not a and not b:
        return 1.0
    if max(len(a), len(b)) > 400_000:  # by words, to stay quick
        a, b = a.split(), b.split()
    return Levenshtein.normalized_similarity(a, b)


def word_scores(p, g):
    wp, wg = words(p), words(g)
    hit = sum((wp & wg).values())
    return hit / max(1, sum(wg.values())) if wg else float(not wp), hit / max(1, sum(wp.values())) if wp else float(not wg)


def find(needle, hay, least=70.0):
    """Best place of needle in hay -> (score, start) or None"""
    at = hay.find(needle)
    if at >= 0:
        return 100.0, at
    if not needle or not hay:
        return None
    a = fuzz.partial_ratio_alignment(needle, hay, score_cutoff=least)
    if a is None or (len(needle) > len(hay) and a.score < least):
        return None
    return a.score, a.dest_start


def order_score(blocks, pred):
    places, n = [], 0
    starts = Counter(b[:60] for b in blocks)
    for b in blocks:
        if len(b) < 12 or starts[b[:60]] > 1:  # too short or repeated: its place says nothing
            continue
        n += 1
        hit = find(b[:160], pred)
        if hit:
            places.append(hit[1])
    if n < 2 or len(places) < 2:
        return None if n < 2 else 0.0
    tails = []  # longest non-decreasing run
    for p in places:
        lo, hi = 0, len(tails)
        while lo < hi:
            mid = (lo + hi) // 2
            if tails[mid] <= p:
                lo = mid + 1
            else:
                hi = mid
        tails[lo:lo + 1] = [p]
    return len(tails) / len(places)


class Node:
    def __init__(self, tag, text="", spans=(1, 1), children=()):
        self.tag, self.text, self.spans, self.children = tag, text, spans, list(children)


def tree(t):
    return Node("table", children=[Node("tr", children=[Node("td", c[0], (c[1], c[2])) for c in r]) for r in t])


def size(t):
    return 1 + sum(1 + len(r) for r in t)


if APTED:
    class TedsConfig(Config):
        structure = False

        def rename(self, a, b):
            if a.tag != b.tag or a.spans != b.spans:
                return 1.0
            if a.tag == "td" and not self.structure:
                return 0.0 if a.text == b.text else 1 - Levenshtein.normalized_similarity(a.text, b.text)
            return 0.0

        def children(self, node):
            return node.children


def grid(t):
    cells, width = {}, 0
    for r, row in enumerate(t):
        c = 0
        for text, rs, cs in row:
            while (r, c) in cells:
                c += 1
            for y in range(r, min(r + rs, len(t))):
                for x in range(c, c + cs):
                    cells[y, x] = text
            c += cs
        width = max(width, c)
    return [[cells.get((y, x), "") for x in range(width)] for y in range(len(t))]


def align(a, b, sim):
    """Sum of similarities of the best monotone alignment."""
    prev = [0.0] * (len(b) + 1)
    for x in a:
        cur = [0.0]
        for j, y in enumerate(b):
            cur.append(max(prev[j] + sim(x, y), prev[j + 1], cur[j]))
        prev = cur
    return prev[-1]


def table_pair(p, g, structure, use_apted):
    if use_apted and APTED and size(p) <= MAX_TREE and size(g) <= MAX_TREE:
        cfg = TedsConfig()
        cfg.structure = structure
        return max(0.0, 1 - APTED(tree(p), tree(g), cfg).compute_edit_distance() / max(size(p), size(g)))
    gp, gg = grid(p), grid(g)
    memo = {}

    def cell(x, y):
        if structure or x == y:
            return 1.0
        if (x, y) not in memo:
            memo[x, y] = Levenshtein.normalized_similarity(x, y)
        return memo[x, y]

    def row(x, y):
        return 2 * align(x, y, cell) / max(1, len(x) + len(y))
    w = max(len(gp), len(gg))
    return align(gp, gg, row) / w if w else 1.0


def table_scores(pt, gt, use_apted):
    if not gt:
        return None, None
    pairs = []
    for i, g in enumerate(gt):
        cg = words(" ".join(c[0] for r in g for c in r))
        for j, p in enumerate(pt):
            cp = words(" ".join(c[0] for r in p for c in r))
            pairs.append((sum((cp & cg).values()) / max(1, sum((cp | cg).values())), -abs(i - j), i, j))
    done_g, done_p, full, struct = set(), set(), 0.0, 0.0
    for _, _, i, j in sorted(pairs, reverse=True):
        if i in done_g or j in done_p:
            continue
        done_g.add(i)
        done_p.add(j)
        full += table_pair(pt[j], gt[i], False, use_apted)
        struct += table_pair(pt[j], gt[i], True, use_apted)
    n = max(len(gt), len(pt))
    return full / n, struct / n


def formula_score(p, g):
    if not g:
        return None
    p, g = [norm_math(x) for x in p], [norm_math(x) for x in g]
    pairs = sorted(((Levenshtein.normalized_similarity(x, y), i, j) for i, x in enumerate(g) for j, y in enumerate(p)), reverse=True)
    used_g, used_p, total = set(), set(), 0.0
    for s, i, j in pairs:
        if i not in used_g and j not in used_p:
            used_g.add(i)
            used_p.add(j)
            total += s
    return total / len(g)


def head_score(p, g):
    if not g:
        return None
    left, hit = [x.casefold() for x in p], 0
    for h in (x.casefold() for x in g):
        best = max(left, key=lambda x: fuzz.ratio(h, x), default=None)
        if best is not None and fuzz.ratio(h, best) >= 85:
            hit += 1
            left.remove(best)
    return 2 * hit / (len(p) + len(g))


# ---------- facts ----------

def pages_of(md):
    marks = list(PAGE.finditer(md))
    return {int(m.group(1)): md[m.end():(marks[k + 1].start() if k + 1 < len(marks) else len(md))] for k, m in enumerate(marks)}


def fuzzy_in(needle, hay, diffs):
    if needle in hay:
        return True
    if not diffs:
        return False
    hit = find(needle, hay, 50.0)
    if not hit:
        return False
    at = hit[1]
    return any(Levenshtein.distance(needle, hay[max(0, at + s):at + s + len(needle) + e], score_cutoff=diffs) <= diffs
               for s in range(-diffs, diffs + 1) for e in range(-diffs, diffs + 1))


def fact_holds(f, md, cache):
    pages = cache.setdefault("pages", pages_of(md))
    key = f.get("page") if f.get("page") in pages else 0
    part = pages[key] if key else md
    if key not in cache:
        cache[key] = parse(part)
    text, tables, formulas, _, _ = cache[key]
    fold = (lambda s: s) if f.get("case_sensitive", True) else str.casefold
    diffs = int(f.get("max_diffs") or 0)
    kind = f["type"]
    if kind in ("present", "absent"):
        return fuzzy_in(fold(norm(f["text"])), fold(text), diffs) == (kind == "present")
    if kind == "order":
        whole = cache.setdefault("whole", parse(md))[0]
        a, b = find(norm(f["before"]), whole, 90.0), find(norm(f["after"]), whole, 90.0)
        return bool(a and b and a[1] < b[1])
    if kind == "math":
        want = norm_math(f["math"])
        return any(want == norm_math(x) or want in norm_math(x) for x in formulas)
    if kind == "table":
        want = {k: norm(strip(str(f[k]))) for k in ("cell", "up", "down", "left", "right", "top_heading", "left_heading") if f.get(k)}

        def same(a, b):
            return a == b or (len(b) > 5 and Levenshtein.normalized_similarity(a, b) >= 0.9)
        for t in tables:
            g = grid(t)
            for y, r in enumerate(g):
                for x, c in enumerate(r):
                    if not same(c, want["cell"]):
                        continue
                    near = {"up": g[y - 1][x] if y else None, "down": g[y + 1][x] if y + 1 < len(g) else None,
                            "left": r[x - 1] if x else None, "right": r[x + 1] if x + 1 < len(r) else None}
                    ok = all(near[k] is not None and same(near[k], want[k]) for k in near if k in want)
                    ok = ok and ("top_heading" not in want or any(same(g[k][x], want["top_heading"]) for k in range(y)))
                    ok = ok and ("left_heading" not in want or any(same(r[k], want["left_heading"]) for k in range(x)))
                    if ok:
                        return True
        return False
    return None  # unknown kind: not counted


# ---------- main ----------

COLS = ["text", "wrec", "wprec", "order", "table", "tstr", "form", "head", "facts"]


def score_file(stem, pred, truth, use_apted):
    row = {}
    md = pred.read_text(encoding="utf-8", errors="replace") if pred.exists() else ""
    if "full" in truth:
        gt, gtab, gform, gheads, gblocks = parse(truth["full"].read_text(encoding="utf-8"))
        pt, ptab, pform, pheads, _ = parse(md)
        row["text"] = similarity(pt, gt)
        row["wrec"], row["wprec"] = word_scores(pt, gt)
        row["order"] = order_score(gblocks, pt)
        row["table"], row["tstr"] = table_scores(ptab, gtab, use_apted)
        row["form"] = formula_score(pform, gform)
        row["head"] = head_score(pheads, gheads)
    if "tables" in truth:
        row["table"], row["tstr"] = table_scores(parse(md)[1], parse(truth["tables"].read_text(encoding="utf-8"))[1], use_apted)
    if "facts" in truth:
        cache, res, bad = {}, [], []
        for line in truth["facts"].read_text(encoding="utf-8").splitlines():
            if line.strip():
                f = json.loads(line)
                ok = fact_holds(f, md, cache)
                if ok is not None:
                    res.append(ok)
                    if not ok:
                        bad.append(f.get("id") or f.get("text") or f["type"])
        row["facts"] = sum(res) / len(res) if res and pred.exists() else 0.0
        row["failed"] = bad
    if not pred.exists():
        row["missing"] = True
    return {k: v for k, v in row.items() if v is not None}


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0], epilog="see the head of this file for the scores")
    ap.add_argument("predicted", type=Path)
    ap.add_argument("truth", type=Path)
    ap.add_argument("--json", type=Path, help="write all scores to this file")
    ap.add_argument("--only", default="*", help="glob for stems")
    ap.add_argument("--no-apted", action="store_true", help="compare all tables by alignment")
    ap.add_argument("--worst", type=int, default=0, help="list this many files with the lowest text score at the end")
    a = ap.parse_args(argv)
    truth = {}
    for f in sorted(a.truth.iterdir()):
        for end, kind in ((".facts.jsonl", "facts"), (".tables.md", "tables"), (".md", "full")):
            if f.name.endswith(end):
                truth.setdefault(f.name[:-len(end)], {})[kind] = f
                break
    truth = {k: v for k, v in truth.items() if Path(k).match(a.only)}
    if not truth:
        ap.error("no ground truth found")
    width = max(len(s) for s in truth) + 1
    print("".ljust(width) + "".join(c.rjust(7) for c in COLS))
    rows = {}
    for stem, t in sorted(truth.items()):
        r = rows[stem] = score_file(stem, a.predicted / f"{stem}.md", t, not a.no_apted)
        print(stem.ljust(width) + "".join((f"{r[c]:.3f}" if c in r else "-").rjust(7) for c in COLS) + ("  missing" if r.get("missing") else ""))
    mean = {c: sum(r[c] for r in rows.values() if c in r) / n for c in COLS if (n := sum(c in r for r in rows.values()))}
    print("mean".ljust(width) + "".join((f"{mean[c]:.3f}" if c in mean else "-").rjust(7) for c in COLS))
    print("files".ljust(width) + "".join(str(sum(c in r for r in rows.values())).rjust(7) for c in COLS))
    if not APTED and not a.no_apted:
        print("apted is not installed: tables compared by alignment", file=sys.stderr)
    for stem, r in sorted(rows.items(), key=lambda x: x[1].get("text", 2))[:a.worst]:
        print("worst", stem, r.get("text", "-"))
    if a.json:
        a.json.write_text(json.dumps({"mean": mean, "files": rows}, ensure_ascii=False, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        sys.exit(1)
