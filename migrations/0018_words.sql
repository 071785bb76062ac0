-- The words of all places, for searches that begin a word: cms/src/db/search.rs says how they are kept. A trigram index
-- finds pieces anywhere, and has to read ten times as much for it. Beginnings of these lengths are kept as words are:
-- others are put together from all words that begin so, whole, before the first place is known.
{% if not postgres %}
create virtual table place_words using fts5 (search, content = '', contentless_delete = 1, prefix = '3 4 5 6 7 8 9', tokenize = 'unicode61 remove_diacritics 0');
{% endif %}
