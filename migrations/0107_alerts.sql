-- Alerts: what travelers must know now about places, about the places of a category, or in the whole guide.

create table alert (
    id {{ id }},
    version bigint not null default 1,
    uuid text not null unique, -- its id in feeds
    level text not null, -- closed, restricted, danger, information
    scope text not null, -- places, category, guide
    category_id bigint, -- remains when the category is deleted
    text text not null,
    source text,
    source_url text, -- an http(s) address, or a path on this site
    starts_at {{ time }} not null,
    ends_at {{ time }}, -- null: until an admin ends it
    refreshed_at {{ time }} not null, -- when the pages of a closed one without an end were last rendered again
    state text not null, -- upcoming, current, ended: changes together with an entry in change_log
    account_id text, -- who created it; remains when the account is deleted
    created_at {{ time }} not null,
    updated_at {{ time }} not null
);
create index alert_state on alert (state, starts_at, id);
create index alert_due on alert (ends_at) where state = 'current';
create index alert_category on alert (category_id) where category_id is not null;

create table alert_place (
    alert_id bigint not null references alert (id) on delete cascade,
    place_id bigint not null references place (id) on delete cascade,
    primary key (alert_id, place_id)
);
create index alert_place_place on alert_place (place_id);

-- Months as bits: bit 0 is January.
alter table place add column good_months bigint not null default 0;
alter table place add column closed_months bigint not null default 0;

-- The notice of the settings becomes an alert of the whole guide. Its last day ends in UTC, because SQL cannot tell the
-- midnight of the region on both engines.
insert into alert (uuid, level, scope, text, source_url, starts_at, ends_at, refreshed_at, state, created_at,
    updated_at)
select
{% if postgres %}
    gen_random_uuid()::text,
{% else %}
    lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8'
        || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
{% endif %}
    'information', 'guide', value -> 'notice' ->> 'text', nullif(value -> 'notice' ->> 'href', ''), updated_at,
{% if postgres %}
    cast(extract(epoch from cast(nullif(value -> 'notice' ->> 'until', '') as date) + 1) as bigint) * 1000,
{% else %}
    cast(strftime('%s', nullif(value -> 'notice' ->> 'until', ''), '+1 day') as bigint) * 1000,
{% endif %}
    updated_at, 'current', updated_at, updated_at
from setting where coalesce(value -> 'notice' ->> 'text', '') <> '';

{% if postgres %}
update setting set value = value - 'notice';
update draft set fields = fields - 'notice' where kind = 'settings';
{% else %}
update setting set value = json_remove(value, '$.notice');
update draft set fields = json_remove(fields, '$.notice') where kind = 'settings';
{% endif %}
