"""The script language: lines, words, and how each word is answered.

A script comes as bytes. `lines` cuts them into lines, and a line into words. `vocabulary` says what a command
is: words that were read, which can be performed in a host, the program that has the game; an outcome tells
what came of it. `words` has a class for each word, `question_words` those that only ask. The prompt of
`spider play` uses the same classes, and has some more of its own in `spider_cli.cli`.
"""
