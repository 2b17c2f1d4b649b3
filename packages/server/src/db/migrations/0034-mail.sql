-- The outbox of mail to people. A row is written in the transaction that wants the mail, and a sender delivers it at least
-- once, with a Message-ID made of its id. It holds no text: the sender writes it, so that no link with a secret is stored.

create table mail (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('password_reset')),
  person_id uuid not null references person (id) on delete cascade,
  created timestamptz not null default now(),
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt timestamptz not null default now(),
  lease_until timestamptz,
  sent timestamptz,
  -- Why the latest attempt failed.
  problem text,
  check ((state = 'sent') = (sent is not null))
);
create index mail_due on mail (next_attempt) where state = 'pending';
create index mail_of_person on mail (person_id, created desc);
create index mail_created on mail (created);

grant select, insert, update, delete on mail to switchboard_identity;
revoke all on mail from switchboard_app, switchboard_engine;
