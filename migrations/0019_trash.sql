-- What lies in the trash, by when it came there: what lies there too long is removed.
create index place_trash on place (deleted_at, id) where deleted_at is not null;
create index article_trash on article (deleted_at, id) where deleted_at is not null;
