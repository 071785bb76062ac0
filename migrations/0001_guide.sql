-- Accounts, sessions and the keys that sign their tokens.
create table account (
    id text primary key,
    version bigint not null default 1,
    provider_uid text unique,
    email text not null unique, -- lower case, NFC
    first_name text not null,
    last_name text not null,
    photo_url text,
    role text not null,
    is_active boolean not null default true,
    is_email_verified boolean not null default false,
    password_hash text,
    created_at {{ time }} not null,
    updated_at {{ time }} not null
);

create table session (
    id text primary key,
    account_id text not null references account (id) on delete cascade,
    refresh_hash text not null unique, -- of the one refresh token that is good now
    created_at {{ time }} not null,
    used_at {{ time }} not null,
    expires_at {{ time }} not null
);
create index session_account on session (account_id);

-- Refresh tokens that were exchanged: seeing one again ends its session.
create table spent_refresh (
    refresh_hash text primary key,
    session_id text not null references session (id) on delete cascade,
    spent_at {{ time }} not null
);
create index spent_refresh_session on spent_refresh (session_id);

create table signing_key (
    id text primary key,
    private_pem text not null,
    created_at {{ time }} not null
);

-- The region: one row.
create table setting (
    id bigint primary key,
    version bigint not null,
    value {{ json }} not null,
    updated_at {{ time }} not null
);

create table category (
    id {{ id }},
    version bigint not null default 1,
    name text not null,
    slug text not null unique,
    color text,
    icon text,
    emoji text,
    place_count bigint not null default 0, -- places shown
    created_at {{ time }} not null,
    updated_at {{ time }} not null
);

create table category_alias (
    alias text primary key,
    category_id bigint not null references category (id) on delete cascade
);
create index category_alias_category on category_alias (category_id);

create table place (
    id {{ id }},
    version bigint not null default 1,
    slug text not null unique,
    name text not null,
    local_name text,
    description text,
    address text,
    phone text,
    website text,
    email text,
    hours text,
    operating_hours text,
    image_url text,
    gallery {{ json }} not null,
    latitude double precision not null,
    longitude double precision not null,
    rating double precision,
    review_count bigint not null default 0,
    reviews {{ json }} not null,
    tags {{ json }} not null,
    price_range text,
    amenities {{ json }} not null,
    booking_type text not null,
    affiliate_link text,
    booking_com_url text,
    agoda_url text,
    direct_booking_contact text,
    enquiry_form_enabled boolean not null,
    featured_text text,
    google_maps_url text,
    is_premium boolean not null,
    is_active boolean not null,
    is_verified boolean not null,
    is_recommended boolean not null,
    owner_id text references account (id) on delete set null,
    coordinate_confidence text,
    sources {{ json }} not null,
    last_seen_year bigint,
    commune text,
    created_at {{ time }} not null,
    updated_at {{ time }} not null,
    deleted_at {{ time }},
    -- Kept by the writer, for finding and ordering:
    is_shown boolean not null, -- active and not in the trash
    rank bigint not null, -- premium, then rating; higher comes first
    rating_key bigint not null, -- in hundredths, 0 when unrated
    name_key text not null, -- the folded name
    search text not null, -- folded name, local name and description
    change_seq bigint not null default 0
);
create index place_shown_rank on place (is_shown, rank desc, id);
create index place_shown_name on place (is_shown, name_key, id);
create index place_shown_rating on place (is_shown, rating_key, id);
create index place_shown_created on place (is_shown, created_at, id);
create index place_shown_updated on place (is_shown, updated_at, id);
create index place_shown_latitude on place (is_shown, latitude, longitude);
create index place_premium on place (rank desc, id) where is_premium;
create index place_verified on place (rank desc, id) where is_verified;
create index place_all_rank on place (rank desc, id) where deleted_at is null;
create index place_all_name on place (name_key, id) where deleted_at is null;
create index place_all_updated on place (updated_at, id) where deleted_at is null;
create index place_owner on place (owner_id);
{% if postgres %}
create extension if not exists pg_trgm;
create index place_search on place using gin (search gin_trgm_ops);
{% else %}
create virtual table place_search using fts5 (search, content = '', contentless_delete = 1, tokenize = 'trigram');
{% endif %}

create table place_category (
    place_id bigint not null references place (id) on delete cascade,
    category_id bigint not null references category (id),
    position bigint not null,
    is_shown boolean not null, -- these two as in place, so that a category's list needs one index
    rank bigint not null,
    primary key (place_id, category_id)
);
create index place_category_shown on place_category (category_id, is_shown, rank desc, place_id);

create table tag (
    name text primary key, -- folded
    place_count bigint not null
);
create table place_tag (
    tag text not null,
    place_id bigint not null references place (id) on delete cascade,
    primary key (tag, place_id)
);
create index place_tag_place on place_tag (place_id);

-- Every address a place has had. The present one stands in place.slug too.
create table place_slug (
    slug text primary key,
    place_id bigint not null references place (id) on delete cascade
);
create index place_slug_place on place_slug (place_id);

-- Counts that lists show without counting.
create table tally (
    name text primary key,
    n bigint not null
);
insert into tally (name, n) values ('places', 0), ('places_shown', 0), ('places_shown_verified', 0);

-- What a write touched, in the order of commits; every replica follows it.
create table change_log (
    seq {{ id }},
    tags {{ json }} not null,
    made_at {{ time }} not null,
    live_at {{ time }} -- when the first replica had it on its pages
);
