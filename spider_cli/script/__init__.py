"""The script language: lines, words, and how each word is answered."""
