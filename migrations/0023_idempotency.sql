-- Requests that were sent with an Idempotency-Key, and their responses: a retry within 24 hours is answered from here.
create table idempotency_key (
    account_id text not null references account (id) on delete cascade,
    key text not null, -- as the client sent it, without quotes
    attempt text not null, -- random: only the newest attempt with this key may write
    fingerprint text not null, -- SHA-256 of method, path, query and body
    created_at {{ time }} not null, -- when the newest attempt began
    is_committed boolean not null default false, -- set within the write that the request asked for
    status bigint, -- of the response; null while there is none
    location text, -- of the response: its header
    body text, -- of the response: JSON
    primary key (account_id, key)
);
create index idempotency_key_created on idempotency_key (created_at);
