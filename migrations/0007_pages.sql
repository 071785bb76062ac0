-- Pages that stand by themselves (Getting Here, About, Help, Privacy): the region's words, one row each.
create table standing_page (
    name text primary key,
    version bigint not null,
    value {{ json }} not null,
    updated_at {{ time }} not null
);
