-- What travelers ask a place through its page. Kept for 12 months beside the email, with how its delivery went.
create table enquiry (
    id {{ id }},
    place_id bigint references place (id) on delete set null,
    place_name text not null, -- at that time
    owner_id text references account (id) on delete set null, -- the place's at that time: a new owner sees none of these
    account_id text references account (id) on delete set null, -- the sender's, where somebody was signed in
    recipient text, -- the place's address or its owner's; null where there was none
    name text not null,
    email text not null, -- lower case
    mailbox text not null, -- one for every spelling of the address: see identity::email::mailbox
    arrival text, -- YYYY-MM-DD
    departure text,
    people bigint,
    message text not null,
    spam_score bigint not null,
    spam_reasons {{ json }} not null,
    delivery text not null, -- waiting, sent, failed, no_mail_server, no_address, spam
    delivery_error text,
    fingerprint text not null, -- equal for texts that differ in case, marks and spaces alone
    search text not null, -- folded place, name, address and message
    created_at {{ time }} not null
);
create index enquiry_created on enquiry (created_at, id);
create index enquiry_place on enquiry (place_id, created_at);
create index enquiry_owner on enquiry (owner_id, created_at, id);
create index enquiry_account on enquiry (account_id);
create index enquiry_mailbox on enquiry (mailbox, created_at);
create index enquiry_email on enquiry (email);
create index enquiry_fingerprint on enquiry (fingerprint, created_at);

alter table letter add column enquiry_id bigint references enquiry (id) on delete cascade;
create index letter_enquiry on letter (enquiry_id);
