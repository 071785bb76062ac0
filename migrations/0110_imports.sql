-- Imports of places from files, and the objects of other data sets that places come from.

create table import_job (
    id {{ id }},
    version bigint not null default 1,
    name text not null, -- of the uploaded file
    format text not null, -- csv, geojson, overpass
    encoding text not null, -- utf-8, utf-16, windows-1258
    separator text, -- of a CSV file
    header_key text not null, -- the hash of its column names, by which the mapping is remembered
    state text not null, -- loading, checking, ready, applying, reverting, applied, undoing, undone
    row_count bigint not null,
    done_count bigint not null default 0, -- the rows that the current step has processed
    total_count bigint not null default 0, -- the rows of the current step
    columns {{ json }} not null, -- names, examples, numbers of filled cells
    mapping {{ json }} not null,
    counts {{ json }} not null, -- of rows by action
    category_values {{ json }} not null, -- the values of the category columns
    problem {{ json }}, -- why it could not be applied
    publishes boolean not null default false, -- whether created places are active
    account_id text, -- who uploaded it; stays when the account is deleted
    acting_account_id text, -- who applies or undoes it
    left_alone_count bigint not null default 0, -- places that the undo has left alone
    claimed_until {{ time }}, -- set by the replica that works on it
    created_at {{ time }} not null,
    updated_at {{ time }} not null,
    applied_at {{ time }}
);
create index import_job_created on import_job (created_at, id);
create index import_job_work on import_job (id) where state in ('checking', 'applying', 'reverting', 'undoing');

create table import_row (
    job_id bigint not null references import_job (id) on delete cascade,
    number bigint not null, -- as a spreadsheet counts: the header has the first number
    cells {{ json }} not null,
    fault {{ json }}, -- why the row cannot be imported, whatever the mapping
    action text not null default 'pending', -- pending, create, change, same, duplicate, skip, refuse
    name text not null default '',
    place_id bigint, -- the place to change, and the created one
    place_version bigint, -- the version of that place that was compared
    changes {{ json }} not null default '[]', -- the fields with their values before and after
    reasons {{ json }} not null default '[]', -- why it is refused, and warnings
    candidates {{ json }} not null default '[]', -- places that may be the same
    decision text, -- link, create, skip
    decided_place_id bigint,
    applied_version bigint, -- the version of the place after the import
    primary key (job_id, number)
);
create index import_row_action on import_row (job_id, action, number);
create index import_row_place on import_row (job_id, place_id);

create table import_mapping (
    header_key text primary key,
    mapping {{ json }} not null,
    used_at {{ time }} not null
);

create table place_source_ref (
    place_id bigint not null references place (id) on delete cascade,
    source text not null, -- the data set, such as OpenStreetMap
    foreign_id text, -- the object there, such as node/1
    license text,
    import_id bigint, -- stays when the import is deleted
    imported_at {{ time }} not null,
    primary key (place_id, source)
);
create unique index place_source_ref_object on place_source_ref (source, foreign_id) where foreign_id is not null;
