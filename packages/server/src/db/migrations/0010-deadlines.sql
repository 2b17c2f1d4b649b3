-- By when uploads are to be done, and which were not.

-- A deadline is a time of day, HH:mm, in a timezone. An account's own holds for uploads that declare none.
alter table account add column default_deadline_time text check (default_deadline_time ~ '^([01]\d|2[0-3]):[0-5]\d$');
alter table account add column default_deadline_timezone text;
alter table account add check ((default_deadline_time is null) = (default_deadline_timezone is null));

alter table upload_declaration add column deadline_time text check (deadline_time ~ '^([01]\d|2[0-3]):[0-5]\d$');
alter table upload_declaration add column deadline_timezone text;
-- Report dates whose data was due up to here have been looked at, or were due before anybody promised them.
alter table upload_declaration add column deadline_through timestamptz not null default now();
-- The deadline that is looked at next; null without one.
alter table upload_declaration add column next_deadline timestamptz;
alter table upload_declaration add check ((deadline_time is null) = (deadline_timezone is null));
create index upload_declaration_deadline on upload_declaration (next_deadline) where next_deadline is not null;

-- The report dates that were not uploaded by their deadline.
create table late_upload (
  account_id uuid not null references account (id),
  upload_name text not null,
  report_date date not null,
  deadline timestamptz not null,
  -- When it was uploaded after all.
  delivered timestamptz,
  primary key (account_id, upload_name, report_date)
);
create index late_upload_open on late_upload (account_id, upload_name) where delivered is null;

alter table late_upload enable row level security;
alter table late_upload force row level security;
create policy own_account on late_upload to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on late_upload to switchboard_engine using (true) with check (true);
grant select, insert, update, delete on late_upload to switchboard_app, switchboard_engine;
