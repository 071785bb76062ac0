-- Checks of further groups of facts: hours, price, contact, status. A check is by the team (source admin, seed or null) or
-- by the owner (source owner).
alter table fact_check add column source_name text; -- what the check relied on
alter table fact_check add column source_url text;

-- Only badges expire.
drop index fact_check_age;
create index fact_check_badge_age on fact_check ((coalesce(checked_at, recorded_at)))
    where fact_group = 'position' and invalid_reason is null;

-- Travelers who confirmed a group of facts, as the team accepted it. Deleted when a fact of the group changes.
create table traveler_check (
    place_id bigint not null references place (id) on delete cascade,
    fact_group text not null, -- as in fact_check
    traveler_count bigint not null,
    checked_at {{ time }} not null,
    primary key (place_id, fact_group)
);
