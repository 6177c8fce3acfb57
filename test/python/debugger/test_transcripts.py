"""Scripted sessions have exactly the output of their transcripts, and pages show what sessions print."""

import pytest
from transcripts import FOLDER, PAGES, repeated, repeated_page, transcripts


@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_a_session_repeats_its_transcript(path):
    text = path.read_text("utf-8")
    assert repeated(text, FOLDER) == text


def test_there_are_forty_transcripts():
    assert len(transcripts()) >= 40


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_sessions_of_a_page(page):
    text = page.read_text("utf-8")
    assert text.count("```console") >= 3
    assert repeated_page(page) == text
