-- What feeds call an article and the guide, for good: made once, whatever PUBLIC_URL is later (RFC 4287, section 4.2.6).
alter table article add column uuid text; -- null for articles that an older server beside this one has added
create table guide (
    id bigint primary key check (id = 1),
    uuid text not null
);
{% if postgres %}
update article set uuid = gen_random_uuid()::text;
insert into guide (id, uuid) values (1, gen_random_uuid()::text);
{% else %}
update article set uuid = lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
    || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)));
insert into guide (id, uuid) values (1, lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4'
    || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))));
{% endif %}
