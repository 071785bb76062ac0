-- The schema of the first release.
{% if postgres %}
create extension if not exists pg_trgm;
{% endif %}

-- Accounts and sign-in.

create table account (
    id text primary key,
    version bigint not null default 1,
    provider_uid text unique, -- the Firebase user id; null for other accounts
    email text not null unique, -- lower case, NFC
    first_name text not null,
    last_name text not null,
    photo_url text,
    role text not null,
    is_active boolean not null default true,
    is_email_verified boolean not null default false,
    password_hash text,
    tokens_valid_since {{ time }}, -- older tokens of another identity provider are refused
    activated_at {{ time }}, -- the first sign-in with a verified email
    invited_at {{ time }}, -- the latest invitation; null without one and once it is accepted
    search text not null default '', -- normalized names and email; empty until the server fills it
    created_at {{ time }} not null,
    updated_at {{ time }} not null
);
create index account_created on account (created_at, id);
create index account_role on account (role, is_active);

create table session (
    id text primary key,
    account_id text not null references account (id) on delete cascade,
    refresh_token_hash text not null unique, -- of the only refresh token that is valid now
    device text not null default '', -- browser and operating system
    created_at {{ time }} not null,
    used_at {{ time }} not null, -- the last exchange of the refresh token
    expires_at {{ time }} not null
);
create index session_account on session (account_id);

-- Refresh tokens that were exchanged. A second use ends the session.
create table used_refresh_token (
    refresh_token_hash text primary key,
    session_id text not null references session (id) on delete cascade,
    used_at {{ time }} not null
);
create index used_refresh_token_session on used_refresh_token (session_id);

-- The keys that sign access tokens.
create table signing_key (
    id text primary key,
    private_pem text not null,
    created_at {{ time }} not null
);

-- Links in emails: each works once, for one address of one account.
create table ticket (
    token_hash text primary key,
    account_id text not null references account (id) on delete cascade,
    purpose text not null,
    email text not null,
    is_emailed boolean not null default true, -- false: an admin hands the link over, which proves no mailbox
    created_at {{ time }} not null,
    expires_at {{ time }} not null
);
create index ticket_account on ticket (account_id, purpose);

create table second_factor (
    account_id text primary key references account (id) on delete cascade,
    secret text not null, -- base32; not hashed, because codes are computed from it
    last_step bigint not null default 0, -- the newest time step whose code was used
    created_at {{ time }} not null,
    confirmed_at {{ time }} -- null until the first code; sign-in does not require the factor before
);

-- A row is deleted when its code is used.
create table recovery_code (
    code_hash text primary key,
    account_id text not null references account (id) on delete cascade
);
create index recovery_code_account on recovery_code (account_id);

-- Accounts of external identity providers.
create table federated_identity (
    issuer text not null, -- a subject is unique only within its issuer
    subject text not null,
    provider text not null, -- google, facebook, openid, firebase
    account_id text not null references account (id) on delete cascade,
    email text, -- as the provider sent it last
    created_at {{ time }} not null,
    primary key (issuer, subject)
);
create index federated_identity_account on federated_identity (account_id);

-- Federated sign-ins that wait for the provider's callback. A row is deleted when the callback arrives.
create table sign_in_flow (
    state_hash text primary key,
    browser_hash text not null, -- of a secret in a cookie of the browser that started the sign-in
    provider text not null,
    nonce text not null,
    pkce_verifier text not null, -- useless without the code, which is never stored
    return_to text not null,
    expires_at {{ time }} not null
);
create index sign_in_flow_expires on sign_in_flow (expires_at);

create table rate_limit (
    key text primary key, -- a hash of the action and its subject
    resets_at {{ time }} not null -- the row has no effect from this time on
);
create index rate_limit_resets on rate_limit (resets_at);

-- Requests with an Idempotency-Key and their responses. A retry within 24 hours gets the stored response.
create table idempotency_key (
    account_id text not null references account (id) on delete cascade,
    key text not null, -- as the client sent it, without quotes
    attempt text not null, -- random: only the newest attempt with this key may write
    fingerprint text not null, -- SHA-256 of method, path, query and body
    created_at {{ time }} not null, -- when the newest attempt began
    is_committed boolean not null default false, -- set in the transaction of the write
    status bigint, -- of the response; null while there is none
    location text, -- the header of the response
    body text, -- of the response: JSON
    primary key (account_id, key)
);
create index idempotency_key_created on idempotency_key (created_at);

-- The site.

-- The settings: one row.
create table setting (
    id bigint primary key,
    version bigint not null,
    value {{ json }} not null,
    updated_at {{ time }} not null
);

-- The identifier of the feed (RFC 4287, section 4.2.6): one row. It stays when PUBLIC_URL changes.
create table feed (
    id bigint primary key check (id = 1),
    uuid text not null
);

-- The texts of Getting Here, About, Help and Privacy: one row for each page.
create table static_page (
    name text primary key,
    version bigint not null,
    value {{ json }} not null,
    updated_at {{ time }} not null
);

-- Totals that are updated with each write, because counting would be slow.
create table counter (
    name text primary key,
    value bigint not null
);

-- The cache tags of each write, in commit order. Every replica follows this log.
create table change_log (
    seq {{ id }},
    tags {{ json }} not null,
    created_at {{ time }} not null,
    live_at {{ time }} -- when the first replica had rendered the changed pages
);

-- Places.

create table category (
    id {{ id }},
    version bigint not null default 1,
    name text not null,
    slug text not null unique,
    color text,
    icon text,
    emoji text,
    place_count bigint not null default 0, -- of public places
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
    hours text, -- a note for travelers
    operating_hours text, -- in the syntax of OpenStreetMap's opening_hours
    image_url text,
    gallery {{ json }} not null,
    latitude double precision not null,
    longitude double precision not null,
    rating double precision,
    rating_source text, -- where the rating was read; null without a rating
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
    -- Derived from the columns above when a place is written:
    is_public boolean not null, -- active and not deleted
    rank bigint not null, -- premium, then rating; higher comes first
    rating_key bigint not null, -- in hundredths; 0 without a rating
    name_key text not null, -- the normalized name
    search text not null, -- normalized name, local name and description
    change_seq bigint not null default 0, -- of the last change in change_log
    like_count bigint not null default 0, -- updated with each like
    opening {{ json }}, -- the opening periods computed from operating_hours; null if it is null or cannot be parsed
    opening_refresh_at {{ time }}, -- when they must be computed again
    -- The JSON of the place in lists (places::list_cache). It is valid if the epoch is that of the counter
    -- `category_epoch` and the version is that of the place.
    list_json text,
    list_json_epoch bigint not null default 0,
    list_json_version bigint,
    index_version bigint not null default 0 -- of the name index that has the place; 0 for none
);
create index place_public_rank on place (is_public, rank desc, id);
create index place_public_name on place (is_public, name_key, id);
create index place_public_rating on place (is_public, rating_key, id);
create index place_public_created on place (is_public, created_at, id);
create index place_public_updated on place (is_public, updated_at, id);
create index place_public_latitude on place (is_public, latitude, longitude);
create index place_public_id on place (is_public, id); -- the open data are read in batches along it
create index place_premium on place (rank desc, id) where is_premium;
create index place_verified on place (rank desc, id) where is_verified;
create index place_all_rank on place (rank desc, id) where deleted_at is null;
create index place_all_name on place (name_key, id) where deleted_at is null;
create index place_all_updated on place (updated_at, id) where deleted_at is null;
create index place_owner on place (owner_id);
create index place_deleted on place (deleted_at, id) where deleted_at is not null;
create index place_opening_refresh on place (opening_refresh_at) where opening_refresh_at is not null;
create index place_list_json_epoch on place (list_json_epoch, id);
create index place_index_version on place (index_version, rank desc, id);
create index place_change_seq on place (change_seq); -- the place index in memory reads the changes along it
{% if postgres %}
create index place_search on place using gin (search gin_trgm_ops);
{% else %}
-- Substrings of at least three characters. The row ids are the ids of the places.
create virtual table place_fts_trigram using fts5 (search, content = '', contentless_delete = 1, tokenize = 'trigram');
-- Words and their prefixes. A trigram search reads ten times as much for them. Prefixes of other lengths are assembled
-- from all words that begin with them.
create virtual table place_fts_prefix using fts5 (search, content = '', contentless_delete = 1, prefix = '3 4 5 6 7 8 9', tokenize = 'unicode61 remove_diacritics 0');
{% endif %}

create table place_category (
    place_id bigint not null references place (id) on delete cascade,
    category_id bigint not null references category (id),
    position bigint not null,
    is_public boolean not null, -- copies of the place's columns, so that the list of a category needs one index
    rank bigint not null,
    primary key (place_id, category_id)
);
create index place_category_public on place_category (category_id, is_public, rank desc, place_id);

create table tag (
    name text primary key, -- normalized
    place_count bigint not null
);
create table place_tag (
    tag text not null,
    place_id bigint not null references place (id) on delete cascade,
    primary key (tag, place_id)
);
create index place_tag_place on place_tag (place_id);

-- Every slug that a place has had, the current one included.
create table place_slug (
    slug text primary key,
    place_id bigint not null references place (id) on delete cascade
);
create index place_slug_place on place_slug (place_id);

-- Each name of a place from each of its words on: a search by prefix finds any word.
create table place_name_suffix (
    place_id bigint not null references place (id) on delete cascade,
    suffix text{% if postgres %} collate "C"{% endif %} not null, -- normalized
    is_public boolean not null, -- copies of the place's columns, so that the best matches are read along one index
    rank bigint not null,
    primary key (place_id, suffix)
);
create index place_name_suffix_suffix on place_name_suffix (is_public, suffix, rank desc, place_id);

-- The words of all names, and each word with one or two letters deleted (SymSpell): two words that differ by a typo
-- have such a variant in common.
create table name_word (
    word text primary key,
    place_count bigint not null
);
create table name_deletion (
    variant text not null,
    word text not null references name_word (word) on delete cascade,
    primary key (variant, word)
);
create index name_deletion_word on name_deletion (word);

-- Who checked a fact of a place, and when. A check that is no longer valid stays until an admin verifies the place again
-- or dismisses it.
create table fact_check (
    place_id bigint not null references place (id) on delete cascade,
    fact_group text not null, -- the facts that were checked: position
    checked_at {{ time }}, -- null if unknown
    checked_by text references account (id) on delete set null,
    source text, -- admin, seed; null if unknown
    recorded_at {{ time }} not null, -- a check without a date expires relative to this time
    invalid_reason text, -- changed, expired; null while the check is valid
    primary key (place_id, fact_group)
);
create index fact_check_age on fact_check ((coalesce(checked_at, recorded_at))) where invalid_reason is null;
create index fact_check_invalid on fact_check (place_id) where invalid_reason is not null;
create index fact_check_account on fact_check (checked_by);

create table place_like (
    account_id text not null references account (id) on delete cascade,
    place_id bigint not null references place (id) on delete cascade,
    created_at {{ time }} not null,
    primary key (account_id, place_id)
);
create index place_like_newest on place_like (account_id, created_at desc, place_id desc);
create index place_like_place on place_like (place_id);

-- Articles. Their URLs begin with the id, so two articles may have the same slug.

create table article (
    id {{ id }},
    version bigint not null default 1,
    uuid text not null, -- identifies the article in feeds
    slug text not null,
    title text not null,
    author text not null,
    summary text not null,
    content_html text not null, -- sanitized before it is stored
    main_image_url text,
    tags {{ json }} not null,
    publication_date {{ time }} not null,
    is_featured boolean not null,
    is_active boolean not null,
    latitude double precision not null,
    longitude double precision not null,
    external_url text,
    sources {{ json }} not null,
    map_overlay {{ json }}, -- GeoJSON
    created_at {{ time }} not null,
    updated_at {{ time }} not null,
    deleted_at {{ time }},
    -- Derived from the columns above when an article is written, and by the schedule on the publication date:
    is_public boolean not null, -- active, not deleted, and published
    title_key text not null, -- the normalized title
    search text not null, -- normalized title, author and summary
    change_seq bigint not null default 0
);
create index article_public on article (is_public, publication_date, id);
create index article_all on article (publication_date, id) where deleted_at is null;
create index article_due on article (publication_date) where is_active and not is_public and deleted_at is null;
create index article_deleted on article (deleted_at, id) where deleted_at is not null;
{% if postgres %}
create index article_search on article using gin (search gin_trgm_ops);
{% endif %}

create table article_tag (
    article_id bigint not null references article (id) on delete cascade,
    tag text not null, -- normalized
    name text not null, -- as the author wrote it
    primary key (article_id, tag)
);
create index article_tag_tag on article_tag (tag, article_id);

-- Every slug that an article has had.
create table article_slug (
    article_id bigint not null references article (id) on delete cascade,
    slug text not null,
    primary key (article_id, slug)
);

-- The guestbook.

create table guestbook_entry (
    id {{ id }},
    version bigint not null default 1,
    status text not null, -- pending, approved, rejected, spam
    author_id text references account (id) on delete set null, -- null: an admin created the entry, or the account was deleted
    author_name text not null, -- complete; abbreviated in responses, and here once the account was deleted
    message text not null,
    nationality text,
    location text,
    latitude double precision,
    longitude double precision,
    rating bigint,
    place_id bigint references place (id) on delete set null,
    spam_score bigint not null,
    spam_reasons {{ json }} not null,
    notes text,
    previous_status text, -- what an undo restores; null if there is nothing to undo
    moderated_at {{ time }}, -- null before the first decision
    notified_status text, -- of the last email to the author, so that none is sent twice
    created_at {{ time }} not null,
    updated_at {{ time }} not null,
    deleted_at {{ time }},
    status_before_deletion text,
    text_fingerprint text not null, -- of the normalized message: finds the same text again
    search text not null -- normalized author, message, nationality and location
);
create index guestbook_entry_status on guestbook_entry (status, created_at desc, id desc);
create index guestbook_entry_place on guestbook_entry (place_id, status, created_at desc, id desc);
create index guestbook_entry_author on guestbook_entry (author_id, status);
create index guestbook_entry_fingerprint on guestbook_entry (text_fingerprint);
create index guestbook_entry_deleted on guestbook_entry (deleted_at) where deleted_at is not null;

create table guestbook_comment (
    id {{ id }},
    entry_id bigint not null references guestbook_entry (id) on delete cascade,
    parent_id bigint references guestbook_comment (id) on delete cascade, -- never a reply itself
    author_id text references account (id) on delete set null,
    author_name text not null, -- as in guestbook_entry
    message text not null,
    status text not null,
    spam_score bigint not null,
    spam_reasons {{ json }} not null,
    notes text,
    moderated_at {{ time }},
    created_at {{ time }} not null,
    deleted_at {{ time }},
    status_before_deletion text,
    text_fingerprint text not null
);
create index guestbook_comment_entry on guestbook_comment (entry_id, id);
create index guestbook_comment_parent on guestbook_comment (parent_id);
create index guestbook_comment_status on guestbook_comment (status, id desc);
create index guestbook_comment_author on guestbook_comment (author_id);
create index guestbook_comment_fingerprint on guestbook_comment (text_fingerprint);
create index guestbook_comment_deleted on guestbook_comment (deleted_at) where deleted_at is not null;

-- Every moderation decision and every undo. Rows stay when the entry or the moderator's account is deleted.
create table moderation_log (
    id {{ id }},
    entry_id bigint not null,
    comment_id bigint, -- null if the decision was about the entry
    account_id text not null,
    action text not null, -- moderate, undo
    old_status text not null,
    new_status text not null,
    notes text,
    created_at {{ time }} not null
);
create index moderation_log_entry on moderation_log (entry_id, id);

-- Posts of the last hour, for the rate limit of POSTS_PER_HOUR. Withdrawing an entry removes no row.
create table guestbook_post_log (
    id {{ id }},
    account_id text not null references account (id) on delete cascade,
    created_at {{ time }} not null
);
create index guestbook_post_log_account on guestbook_post_log (account_id, created_at);

-- Contact messages and enquiries.

create table contact_message (
    id {{ id }},
    version bigint not null default 1,
    name text not null,
    email text not null, -- lower case
    subject text not null,
    message text not null,
    topic text not null, -- general, business, travel, technical, feedback
    status text not null, -- new, answered, closed, spam
    note text,
    spam_score bigint not null,
    spam_reasons {{ json }} not null,
    training_label text, -- spam or ham: how the classifier was trained with the message
    fingerprint text not null, -- the same for texts that differ only in case, accents and spaces
    search text not null, -- normalized name, email, subject and message
    created_at {{ time }} not null,
    updated_at {{ time }} not null,
    answered_at {{ time }},
    deleted_at {{ time }},
    status_before_deletion text
);
create index contact_message_status on contact_message (status, created_at, id);
create index contact_message_created on contact_message (created_at, id);
create index contact_message_fingerprint on contact_message (fingerprint, created_at);
create index contact_message_deleted on contact_message (deleted_at) where deleted_at is not null;

-- Kept for 12 months beside the email, with the state of its delivery.
create table enquiry (
    id {{ id }},
    place_id bigint references place (id) on delete set null,
    place_name text not null, -- at that time
    owner_id text references account (id) on delete set null, -- of the place at that time: a new owner sees no older enquiries
    account_id text references account (id) on delete set null, -- the sender, if signed in
    recipient text, -- the email address of the place or its owner; null if there was none
    name text not null,
    email text not null, -- lower case
    mailbox text not null, -- the same for every spelling of the address: see auth::domain::email::mailbox
    arrival text, -- YYYY-MM-DD
    departure text,
    people bigint,
    message text not null,
    spam_score bigint not null,
    spam_reasons {{ json }} not null,
    delivery text not null, -- waiting, sent, failed, no_mail_server, no_address, spam
    delivery_error text,
    fingerprint text not null, -- as in contact_message
    search text not null, -- normalized place, name, email and message
    created_at {{ time }} not null
);
create index enquiry_created on enquiry (created_at, id);
create index enquiry_place on enquiry (place_id, created_at);
create index enquiry_owner on enquiry (owner_id, created_at, id);
create index enquiry_account on enquiry (account_id);
create index enquiry_mailbox on enquiry (mailbox, created_at);
create index enquiry_email on enquiry (email);
create index enquiry_fingerprint on enquiry (fingerprint, created_at);

-- In how many texts of each label a word occurs. The empty word is in every text, so its row has the number of texts.
-- The counts of the bundled corpus (cms/corpus/train.jsonl) are added at start and are not stored.
create table spam_word (
    word text primary key,
    spam bigint not null,
    ham bigint not null
);

-- Emails that wait, and those that were sent. Subject and body are rendered when an email is sent, so the secret of a
-- link is stored only while there is no mail server.
create table email_outbox (
    id {{ id }},
    kind text not null,
    recipient text not null,
    account_id text references account (id) on delete cascade, -- null if the recipient has no account
    contact_message_id bigint references contact_message (id) on delete cascade,
    -- An email about a moderation decision names its entry. It waits until the decision can no longer be undone, and is
    -- deleted if the decision is undone or the entry is purged.
    entry_id bigint references guestbook_entry (id) on delete cascade,
    enquiry_id bigint references enquiry (id) on delete cascade,
    state text not null, -- waiting, no_mail_server, sent, failed
    attempts bigint not null default 0,
    created_at {{ time }} not null,
    next_attempt_at {{ time }} not null, -- a process that sends the email moves this time on first
    completed_at {{ time }},
    subject text not null default '',
    body text not null default '',
    html text not null default '',
    error text not null default ''
);
create index email_outbox_state on email_outbox (state, next_attempt_at, id);
create index email_outbox_contact_message on email_outbox (contact_message_id);
create index email_outbox_entry on email_outbox (entry_id);
create index email_outbox_enquiry on email_outbox (enquiry_id);

-- Images: of the media library, and of guestbook entries.

create table image (
    id {{ id }},
    version bigint not null default 1,
    key text not null unique, -- the prefix of its file names: 8 random digits and 16 of the content's hash
    uploader_id text references account (id) on delete set null,
    in_library boolean not null, -- false: uploaded for a guestbook entry
    is_public boolean not null,
    name text not null, -- of the uploaded file
    width bigint not null,
    height bigint not null,
    widths {{ json }} not null, -- of its WebP files
    bytes bigint not null, -- of all its files
    thumbhash text not null, -- base64
    color text not null, -- #rrggbb
    alt text,
    is_decorative boolean not null, -- the image needs no alternative text
    caption text,
    credit text,
    licence text,
    focal_x double precision not null, -- 0 is left, 1 is right
    focal_y double precision not null, -- 0 is the top, 1 is the bottom
    search text not null, -- normalized name, alt, caption and credit
    created_at {{ time }} not null,
    updated_at {{ time }} not null,
    deleted_at {{ time }},
    deleted_by text references account (id) on delete set null
);
create index image_library on image (in_library, id);
create index image_not_deleted on image (in_library, id) where deleted_at is null;
create index image_deleted on image (deleted_at) where deleted_at is not null;
create index image_uploader on image (uploader_id, id);
{% if postgres %}
create index image_search on image using gin (search gin_trgm_ops);
{% endif %}

-- What uses an image. Rows are written in the transaction of the place, article or entry.
create table image_use (
    image_id bigint not null references image (id) on delete cascade,
    kind text not null, -- place, article, entry
    owner_id bigint not null,
    position bigint not null,
    primary key (image_id, kind, owner_id)
);
create index image_use_owner on image_use (kind, owner_id, position);

-- Audit log and undo.

-- One row for each request that changed something, written in the transaction of the change.
create table audit_event (
    id {{ id }},
    created_at {{ time }} not null,
    account_id text, -- null: not signed in, or a command; stays when the account is deleted
    account_name text, -- at that time; name and email are set to null when the account is deleted
    account_email text,
    action text not null, -- the operationId of the call, or the name of the command
    kind text, -- of the subject: place, category, article, entry, comment, image, settings, message, user
    subject_id text,
    subject_name text, -- at that time
    before {{ json }}, -- the fields that differ
    after {{ json }},
    address text not null, -- the client's IP address, or `command line`
    request_id text not null,
    is_session boolean not null default false -- a sign-in, a sign-out or a renewal that changed no field: most rows are
);
-- One index for each filter of the audit log, newest first. With `is_session`, sessions are skipped without reading rows.
create index audit_event_created on audit_event (created_at, id);
create index audit_event_change on audit_event (created_at, id) where not is_session;
create index audit_event_account on audit_event (account_id, created_at, id, is_session);
create index audit_event_action on audit_event (action, created_at, id);
create index audit_event_kind on audit_event (kind, created_at, id, is_session);
create index audit_event_subject on audit_event (kind, subject_id, created_at, id, is_session);

-- What the undo of a bulk change needs. A row is deleted when the change can no longer be undone.
create table bulk_change (
    id {{ id }},
    kind text not null, -- as in audit_event: place, entry, comment
    items {{ json }} not null, -- the previous state of each record
    created_at {{ time }} not null
);

-- The states that saves of a record have produced. The number is the version that the record has since the save.
create table revision (
    kind text not null, -- as in audit_event: place, category, article, page, settings
    record_id text not null, -- of a page its name, of the settings 1
    number bigint not null,
    created_at {{ time }} not null,
    account_id text, -- stays when the account is deleted; null: no account, or the state before the first recorded save
    action text, -- as in audit_event; null: the state before the first recorded save
    owner_id text, -- of a place at that time: an owner sees no revisions from before the ownership
    changed_fields {{ json }}, -- names; null: the first revision
    note text,
    is_pinned boolean not null default false,
    snapshot {{ json }} not null,
    primary key (kind, record_id, number)
);
create index revision_created_at on revision (created_at);
create index revision_unpinned on revision (kind, record_id) where not is_pinned;

-- Changes of public records that are not public yet, at most one for each record.
create table draft (
    kind text not null, -- as in revision
    record_id text not null,
    version bigint not null,
    base_version bigint not null, -- the version of the record that it changes
    fields {{ json }} not null, -- as in an update of the record
    publish_at {{ time }}, -- null: not scheduled
    problem text, -- the code of the problem that prevented the publication at publish_at
    retry_at {{ time }}, -- set by the replica that tries to publish it
    owner_id text, -- of a place at that time: an owner sees no draft from before the ownership
    account_id text, -- who saved it last; stays when the account is deleted
    created_at {{ time }} not null,
    updated_at {{ time }} not null,
    primary key (kind, record_id)
);
create index draft_publish_at on draft (publish_at) where publish_at is not null;

-- Deleted records that cannot stay in their table, because others may take their names, while they can be restored.
create table deleted_record (
    kind text not null, -- as in audit_event: category
    id bigint not null, -- before the deletion, and after a restore
    content {{ json }} not null,
    deleted_at {{ time }} not null,
    primary key (kind, id)
);

insert into counter (name, value) values
    ('places', 0), ('places_public', 0), ('places_public_verified', 0), ('guestbook_public', 0),
    ('category_epoch', 1); -- raised by each change of a category, because the list JSON of places contains categories
{% if postgres %}
insert into feed (id, uuid) values (1, gen_random_uuid()::text);
{% else %}
insert into feed (id, uuid) values (1, lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4'
    || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))));
{% endif %}
