-- What many things were before one call changed them all: for as long as that can be undone.
create table bulk_change (
    id {{ id }},
    kind text not null, -- as in audit: place, entry, comment
    items {{ json }} not null, -- what undoing needs of each thing
    made_at {{ time }} not null
);
