-- Webhooks, and what is sent to them. A delivery is made from the change feed (public_record).

create table webhook (
    id {{ id }},
    version bigint not null default 1,
    url text not null,
    description text not null,
    events {{ json }} not null, -- the types of its events
    secret text not null, -- signs deliveries, so it cannot be a hash
    previous_secret text, -- signs as well until previous_secret_until
    previous_secret_until {{ time }},
    is_active boolean not null,
    disabled_reason text, -- gone, failing, restored; null: active, or disabled by an admin
    account_id text, -- who created it; stays when the account is deleted
    -- The position in the change feed: the next change has this position or a later one.
    seq bigint not null,
    kind text not null default '',
    record_id text not null default '',
    failing_since {{ time }}, -- the first failure since the last success
    claimed_until {{ time }}, -- set by the replica that delivers to it
    created_at {{ time }} not null,
    updated_at {{ time }} not null
);

create table webhook_delivery (
    id {{ id }},
    webhook_id bigint not null references webhook (id) on delete cascade,
    kind text not null, -- as in public_record; or test
    record_id text not null,
    event text not null, -- the type of the event
    seq bigint not null, -- the change_log entry of the last change; 0: a test
    changed_at {{ time }} not null,
    state text not null, -- pending, delivered, failed
    attempts bigint not null default 0,
    retry_at {{ time }} not null, -- of a pending one: the time of the next attempt
    status bigint, -- of the last response; null: there was none
    excerpt text, -- of the last response, or why there was none
    duration_ms bigint, -- of the last attempt
    created_at {{ time }} not null,
    finished_at {{ time }}
);
-- One pending delivery for each record, so that its changes arrive in order.
create unique index webhook_delivery_pending on webhook_delivery (webhook_id, kind, record_id) where state = 'pending';
create index webhook_delivery_due on webhook_delivery (webhook_id, retry_at, id) where state = 'pending';
create index webhook_delivery_log on webhook_delivery (webhook_id, id);
create index webhook_delivery_finished on webhook_delivery (finished_at) where state <> 'pending';
