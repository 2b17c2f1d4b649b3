-- Tests with new downloads cost the quota of providers: a service token starts them only if it was created for that. Existing ones do not.
alter table service_token add column may_fetch_new_downloads boolean not null default false;
alter table service_token drop constraint service_token_one_purpose;
alter table service_token add constraint service_token_one_purpose
  check (not (manages_users and (may_publish or may_fetch_new_downloads)));
grant select (may_fetch_new_downloads), insert (may_fetch_new_downloads) on service_token to switchboard_app;
