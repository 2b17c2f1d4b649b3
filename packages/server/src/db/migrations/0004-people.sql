-- An account's transactions see the people who belong to it, and nobody's preferences.
alter table person enable row level security;
alter table person force row level security;
create policy own_people on person for select to switchboard_app using (
  exists (
    select from membership m
    where m.person_id = person.id and m.account_id = nullif(current_setting('app.account_id', true), '')::uuid
  )
);
create policy every_account on person to switchboard_engine using (true) with check (true);
create policy sign_in on person to switchboard_identity using (true) with check (true);
revoke all on preference from switchboard_app;
