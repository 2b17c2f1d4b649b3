-- Maintenance: while the row exists, the API answers 503 and the console shows that Switchboard will be back soon.
create table maintenance (
  singleton boolean primary key default true check (singleton),
  since timestamptz not null default now()
);
grant select, insert, delete on maintenance to switchboard_engine;

-- The documentation that the program serves, and the console's page of its own parts.
insert into reserved_url_name (name) values ('docs'), ('gallery') on conflict do nothing;
