-- The daily summary: one mail for each account and day to each of its recipients.

-- When the next summary is due; null until it is planned, and again whenever the time or its timezone changes.
alter table account add column daily_summary_next timestamptz;
grant update (daily_summary_next) on account to switchboard_app;
create index account_daily_summary on account (daily_summary_next nulls first)
  where daily_summary_time is not null and status = 'active';

create function forget_next_daily_summary() returns trigger language plpgsql as $$
begin
  new.daily_summary_next := null;
  return new;
end $$;
create trigger forget_next_daily_summary before update of daily_summary_time, daily_summary_timezone on account for each row
  when ((old.daily_summary_time, old.daily_summary_timezone)
    is distinct from (new.daily_summary_time, new.daily_summary_timezone))
  execute function forget_next_daily_summary();

-- A summary as it was decided. Its mails are written in the same transaction, and each attempt to send them says the same.
create table daily_summary (
  account_id uuid not null references account (id),
  -- The local day for which it was due.
  day date not null,
  due timestamptz not null,
  -- What ended after the first and until the second is in it.
  since timestamptz not null,
  through timestamptz not null,
  facts jsonb not null,
  primary key (account_id, day),
  check (since <= through)
);
create index daily_summary_through on daily_summary (account_id, through desc);
alter table daily_summary enable row level security;
alter table daily_summary force row level security;
create policy own_account on daily_summary to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on daily_summary to switchboard_engine using (true) with check (true);
create policy sign_in on daily_summary to switchboard_identity using (true);
grant select, insert, delete on daily_summary to switchboard_app;
grant select on daily_summary to switchboard_engine, switchboard_identity;

-- A mail is for a person, or one of an account's summaries for an address.
alter table mail alter column person_id drop not null;
-- Named so because people whom rows with an account_id refer to can be read by that account: a reset names its person to none.
alter table mail add column summary_account_id uuid;
alter table mail add column day date;
alter table mail add column address text;
alter table mail drop constraint mail_kind_check;
alter table mail add check (kind in ('password_reset', 'daily_summary'));
alter table mail add check (
  case kind when 'daily_summary' then person_id is null and num_nulls(summary_account_id, day, address) = 0
    else person_id is not null and num_nonnulls(summary_account_id, day, address) = 0 end);
alter table mail add foreign key (summary_account_id, day) references daily_summary (account_id, day) on delete cascade;
create unique index mail_of_summary on mail (summary_account_id, day, address) where kind = 'daily_summary';

-- An account's transaction adds mails of its own summaries and sees no mail.
alter table mail enable row level security;
alter table mail force row level security;
create policy sign_in on mail to switchboard_identity using (true) with check (true);
create policy own_account on mail for insert to switchboard_app with check (
  kind = 'daily_summary' and summary_account_id = nullif(current_setting('app.account_id', true), '')::uuid);
grant insert (kind, summary_account_id, day, address) on mail to switchboard_app;

-- The mailbox: received mail in the order of its receipt, that of one recipient, and what no rule took.
create index received_mail_received on received_mail (account_id, received desc, id desc);
create index received_mail_recipient on received_mail (account_id, recipient_id, received desc, id desc);
create index received_mail_unmatched on received_mail (account_id, received desc, id desc) where outcome = 'unmatched';
-- What no download reads is removed after a while.
create index received_mail_unread on received_mail (received) where path is null;
-- A mail that no rule took gets a path when it is replayed.
grant update (outcome, rule_id, path), delete on received_mail to switchboard_app;
grant delete on received_file to switchboard_app;
