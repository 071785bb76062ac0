-- Replies of owners to guestbook entries, and the monthly emails in which owners confirm the facts of their places.

-- The place in whose name its owner replied to the entry; null: a comment. Stays when the place changes its owner.
alter table guestbook_comment add column reply_place_id bigint references place (id) on delete cascade;
create unique index guestbook_comment_owner_reply on guestbook_comment (entry_id) where reply_place_id is not null;
create index guestbook_comment_reply_place on guestbook_comment (reply_place_id) where reply_place_id is not null;

-- Whether the account gets owner reminders.
alter table account add column owner_reminders boolean not null default true;

-- An email that asks an owner whether the facts of places are still right.
create table owner_reminder (
    id {{ id }},
    account_id text not null references account (id) on delete cascade,
    email_id bigint not null, -- in email_outbox, where it is deleted earlier; a retry replaces the reminder
    email text not null, -- the address that it was sent to; the link is valid while the account has it
    token_hash text not null unique, -- of the link
    sent_at {{ time }} not null,
    expires_at {{ time }} not null,
    used_at {{ time }} -- when the owner confirmed the facts; null until then
);
create index owner_reminder_account on owner_reminder (account_id, sent_at);
create index owner_reminder_email on owner_reminder (email_id);
create index owner_reminder_age on owner_reminder (sent_at);

-- The places in these emails.
create table owner_confirmation (
    reminder_id bigint not null references owner_reminder (id) on delete cascade,
    place_id bigint not null references place (id) on delete cascade,
    facts {{ json }} not null, -- the hash of the listed facts by group: facts that were changed since are not confirmed
    sent_at {{ time }} not null,
    confirmed_at {{ time }}, -- null unless at least one group was confirmed
    primary key (reminder_id, place_id)
);
create index owner_confirmation_place on owner_confirmation (place_id, sent_at);
