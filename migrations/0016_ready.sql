-- What everybody sees of a place, ready to be sent: cms/src/places/ready.rs keeps it, so that a list reads one column.
alter table place add column ready text;
alter table place add column ready_age bigint not null default 0; -- it is good while this is the present age,
alter table place add column ready_version bigint; -- and this the place's own: an older server changes nothing but that
create index place_ready_age on place (ready_age, id);

-- Grows with every change of a category: what was made before and carries categories in it is old.
insert into tally (name, n) values ('category_age', 1);
