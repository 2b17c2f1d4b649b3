-- Verified mail domains are verified again every day. One whose record is gone for longer than its grace counts no longer.

-- When name servers last answered for the record. No answer says nothing about it.
alter table sso_domain add column checked timestamptz;
-- Since when the record of a verified domain is gone.
alter table sso_domain add column missing_since timestamptz;
alter table sso_domain add constraint sso_domain_missing check (missing_since is null or verified is not null);
grant update (checked) on sso_domain to switchboard_app;
grant update (verified, checked, missing_since) on sso_domain to switchboard_engine;

-- When the erasure of a person began, so that one that was interrupted is found.
alter table person add column erasure_started timestamptz;
grant select (erasure_started), update (erasure_started) on person to switchboard_admin;
grant select (erasure_started) on person to switchboard_engine;
