"""From a Python function to an artifact: front end, printer, driver of the native compiler."""
