-- API tokens: what a program sends instead of the token of a session. Only their hashes are stored.
create table api_token (
    id {{ id }},
    account_id text not null references account (id) on delete cascade,
    name text not null,
    token_hash text not null unique,
    hint text not null, -- the last four characters of the token
    scopes {{ json }} not null,
    category_ids {{ json }}, -- null: not limited to categories
    own_places_only boolean not null,
    created_at {{ time }} not null,
    expires_at {{ time }} not null,
    last_used_at {{ time }}, -- at most a minute old
    last_used_address text,
    revoked_at {{ time }},
    -- The requests that replicas reserved of the quota of the current minute.
    window_ends_at {{ time }} not null default 0,
    reserved bigint not null default 0
);
create index api_token_account on api_token (account_id, id);
create index api_token_hint on api_token (hint);

-- The API token with which the account acted, with its name at that time.
alter table audit_event add column token_id bigint;
alter table audit_event add column token_name text;
