-- All that travellers see, one after the other: the open data are read along it, a portion at a time.
create index place_shown_id on place (is_shown, id);
