-- Messages to the team, and what moderators have taught about spam.
create table contact_message (
    id {{ id }},
    version bigint not null default 1,
    name text not null,
    email text not null, -- lower case
    subject text not null,
    message text not null,
    topic text not null, -- general, business, travel, technical, feedback
    status text not null, -- new, answered, closed, spam
    note text,
    spam_score bigint not null,
    spam_reasons {{ json }} not null,
    taught text, -- spam or honest: what the classifier was taught with it
    fingerprint text not null, -- equal for texts that differ in case, marks and spaces alone
    search text not null, -- folded name, address, subject and message
    created_at {{ time }} not null,
    updated_at {{ time }} not null,
    answered_at {{ time }}
);
create index contact_message_status on contact_message (status, created_at, id);
create index contact_message_created on contact_message (created_at, id);
create index contact_message_fingerprint on contact_message (fingerprint, created_at);

alter table letter add column contact_message_id bigint references contact_message (id) on delete cascade;
create index letter_contact_message on letter (contact_message_id);

-- In how many texts a word was that moderators called spam, or honest. The blank word is in every text: its row holds
-- how many there were. What ships with Karst (cms/corpus/train.jsonl) is counted at start and is not in here.
create table spam_word (
    word text primary key,
    spam bigint not null,
    honest bigint not null
);
