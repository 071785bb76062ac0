-- Opening hours worked out day by day, kept beside the text that they come from.
alter table place add column opening {{ json }}; -- null: none, or a text that cannot be read
alter table place add column opening_due {{ time }}; -- when they are to be worked out anew; null without any
create index place_opening_due on place (opening_due) where opening_due is not null;

-- Texts from before are worked out by the running server.
update place set opening_due = 0 where operating_hours is not null;
