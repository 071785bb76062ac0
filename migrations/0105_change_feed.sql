-- The change feed: each record that is or was public, with the change_log entry of its last change. It is derived from
-- change_log (changes::store).

create table public_record (
    kind text not null, -- place, article, category, page, settings
    record_id text not null, -- of a standing page its name
    slug text,
    version bigint not null,
    is_public boolean not null,
    seq bigint not null,
    changed_at {{ time }} not null,
    primary key (kind, record_id)
);
create index public_record_seq on public_record (seq, kind, record_id);
create index public_record_hidden on public_record (changed_at) where not is_public;

-- Before the table is filled: a write in between is then processed twice, and not skipped.
insert into counter (name, value) values
    ('change_feed_seq', 0), -- the change_log entry up to which public_record is current
    ('change_feed_pruned_seq', 0), -- the last change_log entry whose hidden records were deleted from public_record
    ('change_feed_epoch', 0); -- another one after each restore of a backup
update counter set value = (select coalesce(max(seq), 0) from change_log) where name = 'change_feed_seq';

insert into public_record (kind, record_id, slug, version, is_public, seq, changed_at)
select 'place', cast(id as text), slug, version, true, 0, updated_at from place where is_public
union all select 'article', cast(id as text), slug, version, true, 0, updated_at from article where is_public
union all select 'category', cast(id as text), slug, version, true, 0, updated_at from category
union all select 'page', substr(name, 2), null, version, true, 0, updated_at from static_page
union all select 'settings', cast(id as text), null, version, true, 0, updated_at from setting;
