-- Travellers' stories, held until reviewed; comments under them; likes of places.
create table guestbook_entry (
    id {{ id }},
    version bigint not null default 1,
    status text not null, -- pending, approved, rejected, spam
    author_id text references account (id) on delete set null, -- null: made by an admin, or the author has left
    author_name text not null, -- whole, and sent abbreviated; abbreviated here too once the author has left
    message text not null,
    nationality text,
    location text,
    latitude double precision,
    longitude double precision,
    rating bigint,
    place_id bigint references place (id) on delete set null,
    spam_score bigint not null,
    spam_reasons {{ json }} not null,
    notes text,
    previous_status text, -- what an undo would restore; null where there is nothing to undo
    moderated_at {{ time }}, -- null where no moderator has judged it
    told_status text, -- which the author was last written about, so that nobody hears the same twice
    created_at {{ time }} not null,
    updated_at {{ time }} not null,
    text_key text not null, -- of the folded message: finds the same text again
    search text not null -- folded author, message, nationality and location
);
create index guestbook_entry_status on guestbook_entry (status, created_at desc, id desc);
create index guestbook_entry_place on guestbook_entry (place_id, status, created_at desc, id desc);
create index guestbook_entry_author on guestbook_entry (author_id, status);
create index guestbook_entry_text on guestbook_entry (text_key);

create table guestbook_comment (
    id {{ id }},
    entry_id bigint not null references guestbook_entry (id) on delete cascade,
    parent_id bigint references guestbook_comment (id) on delete cascade, -- never itself a reply
    author_id text references account (id) on delete set null,
    author_name text not null, -- as in guestbook_entry
    message text not null,
    status text not null,
    spam_score bigint not null,
    spam_reasons {{ json }} not null,
    notes text,
    moderated_at {{ time }},
    created_at {{ time }} not null,
    text_key text not null
);
create index guestbook_comment_entry on guestbook_comment (entry_id, id);
create index guestbook_comment_parent on guestbook_comment (parent_id);
create index guestbook_comment_status on guestbook_comment (status, id desc);
create index guestbook_comment_author on guestbook_comment (author_id);
create index guestbook_comment_text on guestbook_comment (text_key);

-- Each verdict and each undo, for good: the entry may be gone, and of a moderator who left the id alone stays.
create table guestbook_verdict (
    id {{ id }},
    entry_id bigint not null,
    comment_id bigint, -- of the comment under it that it was about
    account_id text not null,
    deed text not null, -- moderate, undo
    was text not null,
    became text not null,
    notes text,
    made_at {{ time }} not null
);
create index guestbook_verdict_entry on guestbook_verdict (entry_id, id);

-- Who posted when, for as long as it limits how much they may post. Withdrawing an entry takes nothing back.
create table guestbook_posting (
    id {{ id }},
    account_id text not null references account (id) on delete cascade,
    made_at {{ time }} not null
);
create index guestbook_posting_account on guestbook_posting (account_id, made_at);

create table place_like (
    account_id text not null references account (id) on delete cascade,
    place_id bigint not null references place (id) on delete cascade,
    created_at {{ time }} not null,
    primary key (account_id, place_id)
);
create index place_like_newest on place_like (account_id, created_at desc, place_id desc);
create index place_like_place on place_like (place_id);
alter table place add column like_count bigint not null default 0; -- kept by whoever likes

insert into tally (name, n) values ('guestbook_shown', 0);
