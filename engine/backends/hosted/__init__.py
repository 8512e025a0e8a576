# SPDX-License-Identifier: AGPL-3.0-or-later
"""Engines on other machines: any server that speaks the OpenAI chat protocol, and Jina Reader."""
