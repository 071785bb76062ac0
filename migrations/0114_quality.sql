-- Links of public places and articles, and whether they work.

create table link_check (
    id {{ id }},
    url text not null unique, -- as the records have it
    host text not null, -- requests to one host wait for each other
    status bigint, -- of the last response; null: there was none
    failure text, -- why the last check failed: not_found, server_error, ...; null: it did not, or there was none
    checked_at {{ time }},
    failing_since {{ time }}, -- the first failure since the last success
    is_dead boolean not null default false, -- failed twice, at least a day apart
    due_at {{ time }} not null -- the time of the next check
);
create index link_check_due on link_check (due_at, id);
create index link_check_dead on link_check (failing_since, id) where is_dead;

-- Which record has which link, as of the last collection.
create table link_use (
    kind text not null, -- place, article
    record_id bigint not null,
    field text not null, -- named as in the API; of the source of a check: checks. and the group
    url text not null,
    primary key (kind, record_id, field)
);
create index link_use_url on link_use (url);

-- Until when one replica checks links, and the time of the last collection.
insert into counter (name, value) values ('link_check_claim', 0), ('link_collection', 0);
