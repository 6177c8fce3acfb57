"""Lints: code that is legal in a kernel but probably unintended, or slow. The compiler finds it (``wave-lint``); this
package has the settings, the suppression of findings, the fixes and the reports."""
