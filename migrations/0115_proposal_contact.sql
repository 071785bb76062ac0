-- Whether the accepted values, which an admin may have edited, changed the email address or the website of the place.

alter table proposal add column changed_contact boolean not null default false;
