-- Each sealed value says which master key opens it, by its fingerprint. Null: sealed before fingerprints were kept, or by a program
-- of an earlier version that still runs.
alter table authenticator_app add column master_key_id text;
alter table oidc_payload add column master_key_id text;
alter table signing_key add column master_key_id text;
