-- What was downloaded, in rows and bytes: of each download, and rolled up by month.

-- Of the files as they were fetched, each once however many tables are loaded from it.
alter table download add column bytes bigint;
-- Whether another version of its report date had been completed before.
alter table download add column refill boolean not null default false;

-- Written by the transaction that completes a download. A month is that of the completion, in UTC, by its first day.
create table volume_month (
  account_id uuid not null references account (id),
  month date not null check (extract(day from month) = 1),
  project text not null,
  purpose text not null check (purpose in ('production', 'backfill', 'proof')),
  row_count bigint not null default 0,
  bytes bigint not null default 0,
  -- How much of it came with refills.
  refill_row_count bigint not null default 0,
  refill_bytes bigint not null default 0,
  primary key (account_id, month, project, purpose)
);
alter table volume_month enable row level security;
alter table volume_month force row level security;
create policy own_account on volume_month to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on volume_month to switchboard_engine using (true) with check (true);
grant select, insert, update, delete on volume_month to switchboard_app, switchboard_engine;

alter table download disable trigger tell;
set local role switchboard_engine;
update download d set bytes = p.bytes
from (select account_id, download_id, max(bytes) as bytes from download_part group by account_id, download_id) p
where d.account_id = p.account_id and d.id = p.download_id;
update download d set refill = true
from (
  select account_id, id,
    row_number() over (partition by account_id, source, report_date, purpose order by finished, id) as version
  from download where status = 'completed' and report_date is not null
) v
where d.account_id = v.account_id and d.id = v.id and v.version > 1;
insert into volume_month (account_id, month, project, purpose, row_count, bytes, refill_row_count, refill_bytes)
select account_id, date_trunc('month', finished at time zone 'UTC')::date, project, purpose, coalesce(sum(row_count), 0),
  coalesce(sum(bytes), 0), coalesce(sum(row_count) filter (where refill), 0), coalesce(sum(bytes) filter (where refill), 0)
from download where status = 'completed' and finished is not null
group by 1, 2, 3, 4;
reset role;
alter table download enable trigger tell;
