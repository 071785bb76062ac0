-- The email about a moderation decision names its entry: it waits until the decision can no longer be undone, and goes
-- when the decision is undone or the entry is purged.
alter table letter add column entry_id bigint references guestbook_entry (id) on delete cascade;
create index letter_entry on letter (entry_id);
