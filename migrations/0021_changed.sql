-- What follows the guide looks at the places that changed since: cms/src/db/sets.rs.
create index place_change_seq on place (change_seq);
