-- What lies in the trash, by when it came there: what lies there too long is removed.
create index place_trash on place (deleted_at, id) where deleted_at is not null;
create index article_trash on article (deleted_at, id) where deleted_at is not null;

-- What moderators have deleted is out of sight at once and kept for some minutes, in case it was a slip: these say when
-- that was and how it stood. Meanwhile it stands where travellers see nothing (rejected, closed): an older server beside
-- this one knows no better.
alter table guestbook_entry add column deleted_status text;
alter table guestbook_entry add column deleted_at {{ time }};
create index guestbook_entry_deleted on guestbook_entry (deleted_at) where deleted_at is not null;
alter table guestbook_comment add column deleted_status text;
alter table guestbook_comment add column deleted_at {{ time }};
create index guestbook_comment_deleted on guestbook_comment (deleted_at) where deleted_at is not null;
alter table contact_message add column deleted_status text;
alter table contact_message add column deleted_at {{ time }};
create index contact_message_deleted on contact_message (deleted_at) where deleted_at is not null;
