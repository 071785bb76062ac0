-- Previews of drafts: who has the ticket sees the draft in the site.

create table preview (
    id {{ id }},
    token_hash text not null unique, -- of the ticket in the link
    kind text not null, -- as in draft
    record_id text not null,
    draft_created_at {{ time }} not null, -- of the draft that it opens: a later draft of the record is another one
    account_id text not null references account (id) on delete cascade, -- whose rights each read checks
    is_shared boolean not null, -- false: for the console
    note text,
    created_at {{ time }} not null,
    expires_at {{ time }} not null,
    foreign key (kind, record_id) references draft (kind, record_id) on delete cascade
);
create index preview_record on preview (kind, record_id, is_shared, id);
create index preview_account on preview (account_id);
create index preview_expires on preview (expires_at);
