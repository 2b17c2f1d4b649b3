-- Groups of an identity provider give roles of an account. The mapping stands in the settings of the connection.

-- Whether the last sign-in took the last role of the person, whose groups give none any more: another group lets them in again, which
-- somebody whom an administrator removed does not get.
alter table person_identity add column left_by_groups boolean not null default false;
alter table person_identity add constraint person_identity_left_by_groups check (not left_by_groups or connection_type = 'sso');
