-- Drafts that are published together.
create table release (
    id {{ id }},
    version bigint not null,
    name text not null,
    state text not null, -- open, published, undone, canceled
    publish_at {{ time }}, -- null: not scheduled
    problem text, -- the code of the problem that prevented the publication at publish_at
    retry_at {{ time }}, -- set by the replica that tries to publish it
    account_id text, -- who changed it last, and in whose name it is published; stays when the account is deleted
    published_at {{ time }},
    created_at {{ time }} not null,
    updated_at {{ time }} not null
);
create index release_publish_at on release (publish_at) where state = 'open' and publish_at is not null;

-- The records that a release has changed, for its undo.
create table release_record (
    release_id bigint not null references release (id),
    kind text not null, -- as in revision
    record_id text not null,
    version bigint not null, -- since the release
    is_changed boolean not null, -- false: it already had the values of its draft
    primary key (release_id, kind, record_id)
);

alter table draft add column release_id bigint references release (id);
create index draft_release on draft (release_id) where release_id is not null;

-- Of a place, the whole check of its position, which its snapshot has only in part.
alter table revision add column fact_check {{ json }};
