-- What follows the guide looks at the places that changed since: cms/src/db/sets.rs.
create index place_change_seq on place (change_seq);
{% if not postgres %}
-- Row ids are the ids of places alone: what is best is known in memory. Filled at the next start.
drop table place_search;
drop table place_words;
create virtual table place_search using fts5 (search, content = '', contentless_delete = 1, tokenize = 'trigram');
create virtual table place_words using fts5 (search, content = '', contentless_delete = 1, prefix = '3 4 5 6 7 8 9', tokenize = 'unicode61 remove_diacritics 0');
{% endif %}
