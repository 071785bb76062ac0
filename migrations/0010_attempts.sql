-- Failed attempts, by what was tried and on whom: as a hash, until they are over.
create table attempt (
    key text primary key,
    free_at {{ time }} not null -- from then on it is as if nobody had failed
);
create index attempt_free on attempt (free_at);
