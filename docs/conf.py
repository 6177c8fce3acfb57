"""How Sphinx makes a site of this folder; `scripts/site` calls it."""

project = "WaveDialect"
author = "the WaveDialect developers"
copyright = author

extensions = ["myst_parser", "sphinx_copybutton"]
html_theme = "furo"
html_title = "WaveDialect"
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False

# Titles get the names that GitHub gives them, so that a link works in both.
myst_heading_anchors = 4
# Sphinx's highlighter does not know `mlir`.
suppress_warnings = ["misc.highlighting_failure"]
