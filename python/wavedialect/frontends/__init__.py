"""What makes IR of source code: a front end a language, and the type rules that they share."""
