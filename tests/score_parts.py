# SPDX-License-Identifier: AGPL-3.0-or-later
# The scorer comes from outside and stays as it was handed to us, so that figures can be compared
# (only cut in two: this is its first half):
# ruff: noqa
# mypy: ignore-errors
"""For the scorer: Markdown to plain text, tables, formulas, headings and blocks."""
import html
import re
import unicodedata
from collections import Counter
from html.parser import HTMLParser

MATH = re.compile(r"\$\$(.+?)\$\$|\\\[(.+?)\\\]|\\\((.+?)\\\)|(?<![\\$\w])\$(?![\s$])([^$\n]+?)(?<![\s\\])\$(?![\d$])", re.S)
FENCE = re.compile(r"^([`~]{3,})[^\n]*\n(.*?)^\1[`~]*\s*$", re.M | re.S)
PUNCT = str.maketrans({"‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "″": '"', "״": '"', "׳": "'", "«": '"', "»": '"',
                       "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-", "־": "-", "…": "...", "•": "-", "·": "-", "\u00ad": None, "\u200b": None,
                       "\u200e": None, "\u200f": None, "\ufeff": None, "\u0640": None, "，": ",", "：": ":", "；": ";", "（": "(", "）": ")"})
# points of Hebrew and vowel signs of Arabic: optional in writing, so ignored
MARKS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670]")
NOSPACE = "\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u3000-\u303f"  # scripts written without spaces


class TableParser(HTMLParser):
    """Collects <table> elements as rows of (text, rowspan, colspan)."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.tables, self.depth, self.cell = [], 0, None

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        if tag == "table":
            self.depth += 1
            if self.depth == 1:
                self.tables.append([])
        elif self.depth and tag == "tr" and self.depth == 1:
            self.tables[-1].append([])
        elif self.depth and tag in ("td", "th") and self.depth == 1:
            if not self.tables[-1]:
                self.tables[-1].append([])
            self.cell = [""] + [max(1, min(1000, int(a.get(k) or 1))) if str(a.get(k) or 1).isdigit() else 1 for k in ("rowspan", "colspan")]
            self.tables[-1][-1].append(self.cell)
        elif tag == "br" and self.cell is not None:
            self.cell[0] += " "

    def handle_endtag(self, tag):
        if tag == "table" and self.depth:
            self.depth -= 1
        elif tag in ("td", "th") and self.depth == 1:
            self.cell = None

    def handle_data(self, data):
        if self.cell is not None:
            self.cell[0] += data


def split_row(line):
    s = line.strip()
    s = s[1:] if s.startswith("|") else s
    s = s[:-1] if s.endswith("|") and not s.endswith("\\|") else s
    return [c.replace("\\|", "|").strip() for c in re.split(r"(?<!\\)\|", s)]


def is_rule(line):
    return "-" in line and "|" in line and all(re.fullmatch(r":?-+:?", c) for c in split_row(line))


def parse(md):
    """-> (text without tables' markup, tables, formulas, headings, blocks)"""
    tables, formulas, heads = [], [], []
    md = md.replace("\r\n", "\n").replace("\x0c", "\n")
    codes = []

    def keep(m):
        codes.append(m.group(2))
        return f"\n\n\x00{len(codes) - 1}\x00\n\n"
    md = FENCE.sub(keep, md)
    md = re.sub(r"<!--.*?-->", "", md, flags=re.S)

    def html_table(m):
        p = TableParser()
        p.feed(m.group(0))
        tables.extend(t for t in p.tables if any(t))
        return "\n\n" + "\n".join(" ".join(c[0] for c in r) for t in p.tables for r in t) + "\n\n"
    md = re.sub(r"<table\b.*?</table\s*>", html_table, md, flags=re.S | re.I)

    def formula(m):
        body = next(g for g in m.groups() if g is not None)
        formulas.append(body)
        return f" {norm_math(body)} "
    md = re.sub(r"^(?![ \t]*[|>#\-*+])([^\n|]*\S[^\n|]*)\n(=+|-{3,})[ \t]*$", r"# \1", md, flags=re.M)  # setext headings
    lines, out, i = md.split("\n"), [], 0
    while i < len(lines):
        if i + 1 < len(lines) and "|" in lines[i] and is_rule(lines[i + 1]):
            rows = [split_row(lines[i])]
            i += 2
            while i < len(lines) and "|" in lines[i]:
                rows.append(split_row(lines[i]))
                i += 1
            tables.append([[[MATH.sub(formula, c), 1, 1] for c in r] for r in rows])
            out += [""] + [" ".join(MATH.sub(lambda m: norm_math(next(g for g in m.groups() if g is not None)), c) for c in r) for r in rows] + [""]
        else:
            out.append(lines[i])
            i += 1
    md = MATH.sub(formula, "\n".join(out))
    for m in re.finditer(r"^ {0,3}#{1,6}[ \t]+(.+?)[ \t#]*$|^<h[1-6][^>]*>(.*?)</h[1-6]>", md, re.M | re.I):
        h = norm(strip(m.group(1) or m.group(2) or ""))
        if h:
            heads.append(h)
    md = re.sub(r"\x00(\d+)\x00", lambda m: codes[int(m.group(1))], md)
    text = strip(md)
    blocks = [b for b in (norm(x) for x in re.split(r"\n\s*\n", text)) if b]
    for t in tables:
        for r in t:
            for c in r:
                c[0] = norm(strip(c[0]))
    return norm(text), tables, formulas, heads, blocks


def strip(md):
    """Inline and block markup away, text kept."""
    s = re.sub(r"!\[([^\]]*)\]\([^)]*\)", "", md)
    s = re.sub(r"\[\^[^\]]+\]:?", " ", s)
    s = re.sub(r"\[([^\]]*)\]\([^)\s]*(?:\s+\"[^\"]*\")?\)", r"\1", s)
    s = re.sub(r"<(?:su[bp])>(.*?)</su[bp]>", r"\1", s, flags=re.S | re.I)
    s = re.sub(r"</?[a-zA-Z][^<>]*>", " ", s)
    s = re.sub(r"^ {0,3}(?:[-*_] *){3,}$", "", s, flags=re.M)
    s = re.sub(r"^\s{0,8}(?:#{1,6}\s+|>\s?|[-*+]\s+)", "", s, flags=re.M)
    s = re.sub(r"(?<!\\)(\*\*|__|~~|``|`)", "", s)
    s = re.sub(r"(?<![\w\\])[*_](?=\S)(.+?)(?<=\S)[*_](?!\w)", r"\1", s)
    s = re.sub(r"\\([\\`*_{}\[\]()#+\-.!|$~<>])", r"\1", s)
    return html.unescape(s)


def norm(s):
    s = unicodedata.normalize("NFKC", s).translate(PUNCT)
    s = MARKS.sub("", s)
    s = re.sub(r"\s+", " ", s).strip()
    return re.sub(f"(?<=[{NOSPACE}]) (?=[{NOSPACE}])", "", s)


def words(s):
    out = []
    for w in re.findall(rf"[{NOSPACE}]|[^\W_{NOSPACE}]+(?:['.,\-][^\W_{NOSPACE}]+)*", s.casefold()):
        out.append(w)
    return Counter(out)


def norm_math(s):
    s = unicodedata.normalize("NFKC", s)
    s = re.sub(r"\\(?:left|right|displaystyle|textstyle|limits|nolimits|quad|qquad|label\{[^}]*\}|tag\{[^}]*\}|[,;:! ])(?![a-zA-Z])", "", s)
    s = re.sub(r"\\(?:mathrm|mathbf|mathit|text|operatorname|boldsymbol|mathcal|rm|bf)\b\s*", "", s)
    s = re.sub(r"\\(?:begin|end)\{[^}]*\}|&|\\\\", "", s)
    s = s.replace("\\dfrac", "\\frac").replace("\\tfrac", "\\frac").replace("\\leq", "\\le").replace("\\geq", "\\ge").replace("\\to", "\\rightarrow").replace("\\lvert", "|").replace("\\rvert", "|").replace("\\vert", "|")
    return re.sub(r"[\s{}]", "", s)
