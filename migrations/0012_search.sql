-- Finding places by words: cms/src/places/names.rs keeps these tables, and fills them for the places that were there
-- before, when the server starts (SQL cannot fold).

-- Which version of the index a place is in; 0 for none.
alter table place add column index_version bigint not null default 0;
create index place_index_version on place (index_version, rank desc, id);

-- What a search can begin with: each word of a place's names, and each name from each of its words on.
create table place_name (
    place_id bigint not null references place (id) on delete cascade,
    key text{% if postgres %} collate "C"{% endif %} not null, -- folded
    is_shown boolean not null, -- these two as in place, so that the best of a word are read along one index
    rank bigint not null,
    primary key (place_id, key)
);
create index place_name_key on place_name (is_shown, key, rank desc, place_id);

-- The different words of all names, and each with one or two of its letters left out: two words that differ by a typo
-- have one of those in common.
create table name_word (
    word text primary key,
    place_count bigint not null
);
create table name_slip (
    slip text not null,
    word text not null references name_word (word) on delete cascade,
    primary key (slip, word)
);
create index name_slip_word on name_slip (word);
{% if not postgres %}
-- Row ids now say the order too: see cms/src/db/search.rs.
drop table place_search;
create virtual table place_search using fts5 (search, content = '', contentless_delete = 1, tokenize = 'trigram');
{% endif %}
