-- Pictures: of the library, for editors to choose from, and of travellers, for their guestbook entries.
create table picture (
    id {{ id }},
    version bigint not null default 1,
    key text not null unique, -- begins the names of its files: eight random digits, and sixteen of their content
    uploader_id text references account (id) on delete set null,
    in_library boolean not null, -- false: sent with a guestbook entry
    is_shown boolean not null, -- whether everybody may fetch it
    name text not null, -- of the file that was sent, for finding it again
    width bigint not null,
    height bigint not null,
    widths {{ json }} not null, -- of its WebP files
    bytes bigint not null, -- of all its files
    thumbhash text not null, -- base64
    color text not null, -- #rrggbb
    alt text, -- what it shows, in words
    is_decorative boolean not null, -- there is nothing to say
    caption text,
    credit text,
    licence text,
    focal_x double precision not null, -- from 0, left, to 1
    focal_y double precision not null, -- from 0, top, to 1
    search text not null, -- folded name, alt, caption and credit
    created_at {{ time }} not null,
    updated_at {{ time }} not null
);
create index picture_library on picture (in_library, id);
create index picture_uploader on picture (uploader_id, id);
{% if postgres %}
create index picture_search on picture using gin (search gin_trgm_ops);
{% endif %}

-- What shows it. Written with what shows it, in one transaction.
create table picture_use (
    picture_id bigint not null references picture (id) on delete cascade,
    kind text not null, -- place, article, entry
    owner_id bigint not null,
    position bigint not null,
    primary key (picture_id, kind, owner_id)
);
create index picture_use_owner on picture_use (kind, owner_id, position);
