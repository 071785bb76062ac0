-- What lies in the trash, by when it came there: what lies there too long is removed.
create index place_trash on place (deleted_at, id) where deleted_at is not null;
create index article_trash on article (deleted_at, id) where deleted_at is not null;

-- What moderators have deleted is out of sight at once and kept for some minutes, in case it was a slip: its status is
-- 'deleted', for which nothing else asks, and these say what it was and when.
alter table guestbook_entry add column deleted_status text;
alter table guestbook_entry add column deleted_at {{ time }};
alter table guestbook_comment add column deleted_status text;
alter table guestbook_comment add column deleted_at {{ time }};
alter table contact_message add column deleted_status text;
alter table contact_message add column deleted_at {{ time }};
