-- Who checked a fact of a place, and when. A check that no longer holds stays until an admin verifies the place again or
-- dismisses it: such places are the list "To verify again".
create table fact_check (
    place_id bigint not null references place (id) on delete cascade,
    fact_group text not null, -- the facts that were checked: position
    checked_at {{ time }}, -- null where it is not known
    checked_by text references account (id) on delete set null,
    source text, -- admin, seed; null for badges from before checks were stored
    recorded_at {{ time }} not null, -- a check without a date expires after this
    lost_because text, -- changed, expired; null while the check holds
    primary key (place_id, fact_group)
);
create index fact_check_age on fact_check ((coalesce(checked_at, recorded_at))) where lost_because is null;
create index fact_check_lost on fact_check (place_id) where lost_because is not null;
create index fact_check_account on fact_check (checked_by);
insert into fact_check (place_id, fact_group, recorded_at)
select id, 'position', {% if postgres %}cast(extract(epoch from now()) * 1000 as bigint){% else %}cast(strftime('%s', 'now') as integer) * 1000{% endif %}
from place where is_verified;
