-- Assertions of SAML providers that were used, until they expire: each signs in once.
create table saml_assertion (
  sso_account_id uuid not null,
  connection_id uuid not null,
  -- SHA-256 of its id.
  id_hash bytea not null check (length(id_hash) = 32),
  expires timestamptz not null,
  primary key (sso_account_id, connection_id, id_hash),
  foreign key (sso_account_id, connection_id) references sso_connection (account_id, id) on delete cascade
);
create index saml_assertion_expires on saml_assertion (expires);
grant select, insert, delete on saml_assertion to switchboard_identity;
