-- A picture that was deleted is nowhere any more and kept for some minutes with what shows it, in case it was a slip.
alter table picture add column deleted_at {{ time }};
alter table picture add column deleted_by text references account (id) on delete set null;
create index picture_deleted on picture (deleted_at) where deleted_at is not null;
create index picture_present on picture (in_library, id) where deleted_at is null;

-- What cannot stay in its table, as others may have its names at once: whole, for as long as it can come back.
create table removed_record (
    kind text not null, -- as in audit: category
    id bigint not null, -- what it had, and will have again
    record {{ json }} not null,
    removed_at {{ time }} not null,
    primary key (kind, id)
);
