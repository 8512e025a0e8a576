# SPDX-License-Identifier: AGPL-3.0-or-later
"""The vision encoder: a SAM tower over pixels, a CLIP tower over SAM's features, a projector.

Parameter names are the checkpoint's. Shapes in comments: B pictures, S tokens a side, C channels.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 - the customary name
from torch import Tensor, nn

from engine.jina_ocr.config import SAM_PATCH, Sizes, Tower, Vision
from engine.jina_ocr.linear import Linear
from engine.jina_ocr.names import NECK

SAM_EPS = 1e-6
CLIP_EPS = 1e-5
"""Of the layer norms; fixed by the architecture, not in config.json."""

QUERY_ROWS = 16
"""Rows of the token grid that attend at once in a global layer: bounds the table of relative
positions to heads x rows x side x side^2 numbers (200 MB in float32 for the 1024 view)."""


def resized(table: Tensor, side: int) -> Tensor:
    """A square table of positions (1, S, S, C) for another side, by bicubic interpolation."""
    if table.shape[1] == side:
        return table
    channels_first = table.permute(0, 3, 1, 2).float()
    fitted = F.interpolate(channels_first, (side, side), mode="bicubic", antialias=True, align_corners=False)
    return fitted.to(table.dtype).permute(0, 2, 3, 1)


class Mlp(nn.Module):
    """Two layers with GELU between."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.lin1 = Linear(width, 4 * width)
        self.lin2 = Linear(4 * width, width)

    def forward(self, x: Tensor) -> Tensor:
        return self.lin2(F.gelu(self.lin1(x)))


class RelativeAttention(nn.Module):
    """Attention over a square of tokens, with learned biases for the distance up and across."""

    def __init__(self, tower: Tower, reach: int) -> None:
        super().__init__()
        self.heads = tower.heads
        self.qkv = Linear(tower.width, 3 * tower.width)
        self.proj = Linear(tower.width, tower.width)
        self.rel_pos_h = nn.Parameter(torch.zeros(2 * reach - 1, tower.width // tower.heads))
        self.rel_pos_w = nn.Parameter(torch.zeros(2 * reach - 1, tower.width // tower.heads))

    def forward(self, x: Tensor) -> Tensor:
        batch, side, _, width = x.shape
        q, k, v = self.qkv(x).reshape(batch, side * side, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        up, across = self._distances(self.rel_pos_h, side), self._distances(self.rel_pos_w, side)
        rows = q.reshape(batch, self.heads, side, side, -1)
        room = q.new_empty(batch * self.heads * min(QUERY_ROWS, side) * side**3)
        parts = [
            self._attend(rows[:, :, first : first + QUERY_ROWS], k, v, up[first : first + QUERY_ROWS], across, room)
            for first in range(0, side, QUERY_ROWS)
        ]
        mixed = torch.cat(parts, 2).transpose(1, 2).reshape(batch, side, side, width)
        return self.proj(mixed)

    @staticmethod
    def _attend(rows: Tensor, k: Tensor, v: Tensor, up: Tensor, across: Tensor, room: Tensor) -> Tensor:
        """Some rows of queries (B, heads, R, S, D) against all keys (B, heads, S*S, D). Biases are the largest of all
        that is computed here: they lie in `room`, which is taken once, in the order in which they are used."""
        batch, heads, count, side, dim = rows.shape
        vertical = torch.einsum("bhrsd,rkd->bhrsk", rows, up).contiguous()
        horizontal = torch.einsum("bhrsd,skd->bhrsk", rows, across).contiguous()
        bias = room[: batch * heads * count * side**3].view(batch, heads, count, side, side, side)
        torch.add(vertical.unsqueeze(-1), horizontal.unsqueeze(-2), out=bias)
        bias = bias.view(batch, heads, count * side, side * side)
        return F.scaled_dot_product_attention(rows.reshape(batch, heads, -1, dim), k, v, attn_mask=bias)

    @staticmethod
    def _distances(table: Tensor, side: int) -> Tensor:
        """The table's entry for every pair (query, key) along one axis: (S, S, D)."""
        wanted = 2 * side - 1
        if table.shape[0] != wanted:
            fitted = F.interpolate(table.float().T.unsqueeze(0), wanted, mode="linear")
            table = fitted[0].T.to(table.dtype)
        places = torch.arange(side, device=table.device)
        return table[places[:, None] - places[None, :] + side - 1]


class SamBlock(nn.Module):
    """Attention within windows, or over everything where `window` is 0."""

    def __init__(self, tower: Tower, window: int, side: int) -> None:
        super().__init__()
        self.window = window
        self.norm1 = nn.LayerNorm(tower.width, SAM_EPS)
        self.attn = RelativeAttention(tower, window or side)
        self.norm2 = nn.LayerNorm(tower.width, SAM_EPS)
        self.mlp = Mlp(tower.width)

    def forward(self, x: Tensor) -> Tensor:
        attend = self._windowed if self.window else self.attn
        x = x + attend(self.norm1(x))
        return x + self.mlp(self.norm2(x))

    def _windowed(self, x: Tensor) -> Tensor:
        batch, side, _, width = x.shape
        across = -(-side // self.window)
        padded = across * self.window
        x = F.pad(x, (0, 0, 0, padded - side, 0, padded - side))
        windows = x.reshape(batch, across, self.window, across, self.window, width).transpose(2, 3)
        mixed = self.attn(windows.reshape(-1, self.window, self.window, width))
        mixed = mixed.reshape(batch, across, across, self.window, self.window, width).transpose(2, 3)
        return mixed.reshape(batch, padded, padded, width)[:, :side, :side]


class ChannelNorm(nn.Module):
    """Layer norm over the channels of (B, C, S, S)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(self, x: Tensor) -> Tensor:
        normed = F.layer_norm(x.permute(0, 2, 3, 1), self.weight.shape, self.weight, self.bias, SAM_EPS)
        return normed.permute(0, 3, 1, 2)


class PatchEmbed(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.proj = nn.Conv2d(3, width, SAM_PATCH, SAM_PATCH)

    def forward(self, x: Tensor) -> Tensor:
        return self.proj(x).permute(0, 2, 3, 1)


class Sam(nn.Module):
    """Pixels (B, 3, P, P) to features (B, C, P/64, P/64)."""

    def __init__(self, vision: Vision) -> None:
        super().__init__()
        tower = vision.sam
        side = vision.image_size // SAM_PATCH
        self.patch_embed = PatchEmbed(tower.width)
        self.pos_embed = nn.Parameter(torch.zeros(1, side, side, tower.width))
        windows = [0 if layer in vision.sam_global else vision.sam_window for layer in range(tower.layers)]
        self.blocks = nn.ModuleList(SamBlock(tower, window, side) for window in windows)
        self.neck = nn.Sequential(
            nn.Conv2d(tower.width, NECK, 1, bias=False),
            ChannelNorm(NECK),
            nn.Conv2d(NECK, NECK, 3, padding=1, bias=False),
            ChannelNorm(NECK),
        )
        first, second = vision.sam_channels
        self.net_2 = nn.Conv2d(NECK, first, 3, 2, padding=1, bias=False)
        self.net_3 = nn.Conv2d(first, second, 3, 2, padding=1, bias=False)

    def forward(self, pixels: Tensor) -> Tensor:
        x = self.patch_embed(pixels)
        x = x + resized(self.pos_embed, x.shape[1])
        for block in self.blocks:
            x = block(x)
        return self.net_3(self.net_2(self.neck(x.permute(0, 3, 1, 2))))


class ClipAttention(nn.Module):
    def __init__(self, tower: Tower) -> None:
        super().__init__()
        self.heads = tower.heads
        self.qkv_proj = Linear(tower.width, 3 * tower.width)
        self.out_proj = Linear(tower.width, tower.width)

    def forward(self, x: Tensor) -> Tensor:
        batch, count, width = x.shape
        q, k, v = self.qkv_proj(x).reshape(batch, count, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(q, k, v)
        return self.out_proj(mixed.transpose(1, 2).reshape(batch, count, width))


class ClipMlp(nn.Module):
    """Two layers with CLIP's quick GELU between."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.fc1 = Linear(width, 4 * width)
        self.fc2 = Linear(4 * width, width)

    def forward(self, x: Tensor) -> Tensor:
        x = self.fc1(x)
        return self.fc2(x * torch.sigmoid(1.702 * x))


class ClipBlock(nn.Module):
    def __init__(self, tower: Tower) -> None:
        super().__init__()
        self.layer_norm1 = nn.LayerNorm(tower.width, CLIP_EPS)
        self.self_attn = ClipAttention(tower)
        self.layer_norm2 = nn.LayerNorm(tower.width, CLIP_EPS)
        self.mlp = ClipMlp(tower.width)

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.self_attn(self.layer_norm1(x))
        return x + self.mlp(self.layer_norm2(x))


class ClipEmbeddings(nn.Module):
    """Class token and positions. The patch convolution is in the checkpoint, but SAM's features
    stand for patches, so it is held (its name is known) and never computed with."""

    def __init__(self, vision: Vision) -> None:
        super().__init__()
        width, patch = vision.clip.width, vision.clip_patch
        self.grid = vision.clip_grid
        self.class_embedding = nn.Parameter(torch.zeros(width))
        self.patch_embedding = nn.Conv2d(3, width, patch, patch, bias=False)
        self.position_embedding = nn.Embedding(vision.clip_grid**2 + 1, width)

    def forward(self, features: Tensor) -> Tensor:
        """Features (B, C, S, S) to tokens (B, 1 + S*S, C)."""
        batch, width, side, _ = features.shape
        table = self.position_embedding.weight
        grid = resized(table[1:].reshape(1, self.grid, self.grid, width), side)
        tokens = features.flatten(2).transpose(1, 2) + grid.reshape(1, side * side, width)
        head = (self.class_embedding + table[0]).expand(batch, 1, width)
        return torch.cat([head, tokens], 1)


class ClipLayers(nn.Module):
    def __init__(self, tower: Tower) -> None:
        super().__init__()
        self.layers = nn.ModuleList(ClipBlock(tower) for _ in range(tower.layers))

    def forward(self, x: Tensor) -> Tensor:
        for layer in self.layers:
            x = layer(x)
        return x


class Clip(nn.Module):
    """SAM's features (B, C, S, S) to tokens (B, S*S, C), the class token left out."""

    def __init__(self, vision: Vision) -> None:
        super().__init__()
        self.embeddings = ClipEmbeddings(vision)
        self.pre_layrnorm = nn.LayerNorm(vision.clip.width, CLIP_EPS)
        self.transformer = ClipLayers(vision.clip)

    def forward(self, features: Tensor) -> Tensor:
        return self.transformer(self.pre_layrnorm(self.embeddings(features)))[:, 1:]


class Projector(nn.Module):
    def __init__(self, into: int, out: int) -> None:
        super().__init__()
        self.layers = Linear(into, out)

    def forward(self, x: Tensor) -> Tensor:
        return self.layers(x)


class VisionEncoder(nn.Module):
    """Pixels (B, 3, P, P) to embeddings (B, P/64, P/64, hidden)."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.sam_model = Sam(sizes.vision)
        self.vision_model = Clip(sizes.vision)
        self.projector = Projector(sizes.vision.features, sizes.hidden)

    def forward(self, pixels: Tensor) -> Tensor:
        features = self.sam_model(pixels)
        side = features.shape[-1]
        both = torch.cat([self.vision_model(features), features.flatten(2).transpose(1, 2)], -1)
        embedded: Tensor = self.projector(both)
        return embedded.unflatten(1, (side, side))


def arranged(overall: Tensor, tiles: Tensor, grid: tuple[int, int], newline: Tensor, separator: Tensor) -> Tensor:
    """Embeddings in the prompt's order (N, hidden): the tiles as one sheet, then the overall view,
    every row of either ended by `newline`; `separator` last. `overall` is (S, S, hidden), `tiles`
    (T, s, s, hidden) in reading order."""
    parts: list[Tensor] = []
    columns, rows = grid
    if columns * rows > 1:
        side, width = tiles.shape[1], tiles.shape[-1]
        sheet = tiles.reshape(rows, columns, side, side, width).transpose(1, 2)
        parts.append(_with_ends(sheet.reshape(rows * side, columns * side, width), newline))
    parts.append(_with_ends(overall, newline))
    parts.append(separator.unsqueeze(0))
    return torch.cat(parts)


def _with_ends(sheet: Tensor, newline: Tensor) -> Tensor:
    ends = newline.expand(sheet.shape[0], 1, -1)
    return torch.cat([sheet, ends], 1).flatten(0, 1)
