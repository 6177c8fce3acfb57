"""Scripted sessions have exactly the output of their transcripts."""

import pytest
from transcripts import repeated, transcripts


@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_a_session_repeats_its_transcript(path):
    assert repeated(path) == path.read_text("utf-8")


def test_there_are_forty_transcripts():
    assert len(transcripts()) >= 40
