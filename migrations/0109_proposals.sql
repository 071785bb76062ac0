-- Proposed changes of places, and the reports of travelers that cause some of them.

create table proposal (
    id {{ id }},
    place_id bigint not null references place (id) on delete cascade,
    origin text not null, -- editor, owner, report, import, program
    state text not null, -- open, accepted, declined, withdrawn
    account_id text references account (id) on delete set null, -- who proposed it; null: a report
    base_version bigint not null, -- the version of the place that it began from
    base_values {{ json }} not null, -- the values that its fields had in that version
    changes {{ json }} not null, -- the proposed values by field; a report may have none
    note text, -- of who proposed it, and then of who decided
    report_kind text, -- wrongHours, closedForGood ...; null: no report
    fact_group text, -- position, hours, price, contact, status: the facts that a report is about
    merge_key text, -- open reports with the same key are one proposal
    is_spam boolean not null,
    spam_score bigint not null,
    spam_reasons {{ json }} not null,
    source_count bigint not null, -- accounts and networks that sent its reports
    place_version bigint, -- the version of the place that accepting it made; null: it changed nothing
    decided_by text references account (id) on delete set null,
    decided_at {{ time }},
    created_at {{ time }} not null,
    updated_at {{ time }} not null
);
create unique index proposal_merge_key on proposal (place_id, merge_key) where state = 'open';
create index proposal_state on proposal (state, created_at, id);
create index proposal_place on proposal (place_id, state);
create index proposal_account on proposal (account_id);
create index proposal_decided_by on proposal (decided_by);
create index proposal_decided_at on proposal (decided_at) where decided_at is not null;

create table proposal_report (
    id {{ id }},
    proposal_id bigint not null references proposal (id) on delete cascade,
    source_hash text, -- of the account or network, with a key of report_key; null once it is forgotten
    email text, -- lower case; null: none, or forgotten
    details text,
    fingerprint text, -- of the details, as in contact_message
    seen_version bigint not null, -- the version of the place that the reporter saw
    created_at {{ time }} not null
);
create index proposal_report_proposal on proposal_report (proposal_id, id);
create index proposal_report_fingerprint on proposal_report (fingerprint, created_at) where fingerprint is not null;
create index proposal_report_email on proposal_report (email) where email is not null;

-- The key of source_hash. Another one replaces it after a month, so that older hashes cannot be traced to a source.
create table report_key (
    id {{ id }},
    secret text not null,
    created_at {{ time }} not null
);

alter table email_outbox add column proposal_id bigint references proposal (id) on delete cascade;
create index email_outbox_proposal on email_outbox (proposal_id);
