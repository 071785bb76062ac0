-- Claims of places: accounts that say that they run a place, and how they prove it.

create table claim (
    id {{ id }},
    place_id bigint not null references place (id) on delete cascade,
    account_id text not null references account (id) on delete cascade,
    method text not null, -- email, website, call
    state text not null, -- open, proved, approved, declined, revoked, expired, withdrawn
    is_dispute boolean not null, -- whether the place had an owner when the claim began
    email text, -- the published address of the place when the claim began; null: none, or forgotten
    website text, -- the published website of the place, if that is the proof; null: no, or forgotten
    code_hash text, -- of the code that was sent to the address
    token text, -- what the website must show
    tries bigint not null default 0, -- wrong codes, or checks of the website
    raised_role boolean not null default false, -- whether the approval made the account a business owner
    note text, -- of the admin who decided, for the team
    decided_by text references account (id) on delete set null,
    decided_at {{ time }},
    expires_at {{ time }} not null, -- an open claim ends then
    created_at {{ time }} not null,
    updated_at {{ time }} not null
);
create unique index claim_open on claim (place_id, account_id) where state in ('open', 'proved');
create index claim_state on claim (state, created_at, id);
create index claim_place on claim (place_id, created_at);
create index claim_account on claim (account_id, created_at);
create index claim_decided_by on claim (decided_by);

alter table email_outbox add column claim_id bigint references claim (id) on delete cascade;
create index email_outbox_claim on email_outbox (claim_id);
