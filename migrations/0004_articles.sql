-- Stories. Their addresses begin with the id, so that two may have the same words.
create table article (
    id {{ id }},
    version bigint not null default 1,
    slug text not null,
    title text not null,
    author text not null,
    summary text not null,
    content_html text not null, -- cleaned when it was written
    main_image_url text,
    tags {{ json }} not null,
    publication_date {{ time }} not null,
    is_featured boolean not null,
    is_active boolean not null,
    latitude double precision not null,
    longitude double precision not null,
    external_url text,
    map_overlay {{ json }}, -- GeoJSON
    created_at {{ time }} not null,
    updated_at {{ time }} not null,
    deleted_at {{ time }},
    -- Kept by the writer and, when a publication date comes, by the schedule:
    is_shown boolean not null, -- active, not in the trash, and its time has come
    title_key text not null, -- the folded title
    search text not null, -- folded title, author and summary
    change_seq bigint not null default 0
);
create index article_shown on article (is_shown, publication_date, id);
create index article_all on article (publication_date, id) where deleted_at is null;
create index article_due on article (publication_date) where is_active and not is_shown and deleted_at is null;
{% if postgres %}
create index article_search on article using gin (search gin_trgm_ops);
{% endif %}

create table article_tag (
    article_id bigint not null references article (id) on delete cascade,
    tag text not null, -- folded
    name text not null, -- as it is written
    primary key (article_id, tag)
);
create index article_tag_tag on article_tag (tag, article_id);

-- Every name an article has had in its address.
create table article_slug (
    article_id bigint not null references article (id) on delete cascade,
    slug text not null,
    primary key (article_id, slug)
);
