"""Games as text for people: the table, the words, the reports. Only here are signs and colours known."""
