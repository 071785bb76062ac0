-- Who did what, from where: one row for each request that changed something, written in the transaction that did it.
create table audit (
    id {{ id }},
    made_at {{ time }} not null,
    account_id text, -- null: a stranger, or a command; stays when the account is deleted
    who_name text, -- as it was then; both are taken away when the account is deleted
    who_email text,
    action text not null, -- the call's operationId in the contract, or a command's name
    kind text, -- of what it was done to: place, category, article, entry, comment, picture, settings, message, user
    subject_id text,
    subject_name text, -- as it was then
    was {{ json }}, -- the fields that differ
    became {{ json }},
    address text not null, -- of the network, or `command line`
    request_id text not null
);
-- Each filter of the log, newest first.
create index audit_made on audit (made_at, id);
create index audit_account on audit (account_id, made_at, id);
create index audit_action on audit (action, made_at, id);
create index audit_kind on audit (kind, made_at, id);
create index audit_subject on audit (kind, subject_id, made_at, id);
