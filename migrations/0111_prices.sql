-- The prices of a place, as in its JSON (places::prices). The text in price_range stays beside them.
alter table place add column prices {{ json }} not null default '[]';
