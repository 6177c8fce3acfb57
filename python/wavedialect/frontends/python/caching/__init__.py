"""The cache of listings that the front end built, with keys that detect changes of a kernel."""
