-- Where a place's rating was read. Null where there is no rating, and for ratings stored before sources were.
alter table place add column rating_source text;
-- The JSON kept for lists has the new field.
update place set ready_age = 0;
