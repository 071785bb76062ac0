-- A link that an admin hands over says nothing about the mailbox.
alter table ticket add column is_mailed boolean not null default true;
