-- Identity, whole: profiles that can be searched, links in letters, second factors, the outbox.
alter table account add column search text not null default ''; -- folded names and e-mail; blank until the server fills it
alter table account add column arrived_at {{ time }}; -- the first sign-in with a verified e-mail
create index account_created on account (created_at, id);
create index account_role on account (role, is_active);

alter table session add column device text not null default ''; -- the user agent, shortened

-- Links in letters: each is good once, for one address of one account.
create table ticket (
    token_hash text primary key,
    account_id text not null references account (id) on delete cascade,
    purpose text not null,
    email text not null,
    created_at {{ time }} not null,
    expires_at {{ time }} not null
);
create index ticket_account on ticket (account_id, purpose);

create table second_factor (
    account_id text primary key references account (id) on delete cascade,
    secret text not null, -- base32: codes are made from it, so no hash will do
    last_step bigint not null default 0, -- the newest step whose code was used
    created_at {{ time }} not null,
    confirmed_at {{ time }} -- it counts from here on
);

-- Deleted when used.
create table recovery_code (
    code_hash text primary key,
    account_id text not null references account (id) on delete cascade
);
create index recovery_code_account on recovery_code (account_id);

-- Letters on their way out. What a letter says is made when it leaves, so that a link's secret lies here only while
-- there is no mail server to give it to.
create table letter (
    id {{ id }},
    kind text not null,
    recipient text not null,
    account_id text references account (id) on delete cascade, -- null: whoever has the address
    state text not null, -- waiting, kept, sent, failed
    tries bigint not null default 0,
    made_at {{ time }} not null,
    due_at {{ time }} not null, -- when to try (again); a process that takes it moves this on
    settled_at {{ time }},
    subject text not null default '',
    body text not null default '',
    html text not null default '',
    fault text not null default ''
);
create index letter_state on letter (state, due_at, id);
