-- When places and articles stop being public, and the accounts that set this time and the publication date.
alter table place add column unpublish_at {{ time }};
alter table place add column unpublish_account_id text; -- remains when the account is deleted
create index place_unpublish_at on place (unpublish_at) where unpublish_at is not null;

alter table article add column unpublish_at {{ time }};
alter table article add column unpublish_account_id text;
alter table article add column publication_account_id text;
create index article_unpublish_at on article (unpublish_at) where unpublish_at is not null;
