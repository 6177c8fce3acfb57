"""What `--help` of the tools shows: what they are for, two commands, and no options of LLVM's code generators."""

from __future__ import annotations

import re
import subprocess

import pytest

from wavedialect.driver.repeat import find_tool


def printed(tool, option):
    return subprocess.run([find_tool(tool), option], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(("tool", "commands"), [("wave-opt", 2), ("wave-translate", 3)])
def test_the_overview_has_examples(tool, commands):
    head = printed(tool, "--help").partition("USAGE")[0]
    assert head.startswith("OVERVIEW: ")
    assert len(re.findall(rf"^  {tool} --", head, re.MULTILINE)) == commands


@pytest.mark.parametrize("tool", ["wave-opt", "wave-translate"])
def test_linked_options_are_hidden(tool):
    shown = printed(tool, "--help")
    assert "--aarch64" not in shown and "--x86-asm-syntax" not in shown
    assert "--mlir-print-debuginfo" in shown and "--version" in shown


def test_a_translator_s_help_fits_a_screen_or_two():
    assert len(printed("wave-translate", "--help").splitlines()) < 80
