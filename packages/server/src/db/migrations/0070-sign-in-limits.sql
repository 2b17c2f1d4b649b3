-- Limits of sign-in that all processes share.

-- How far attempts from a network address, or pages opened from it, have used up what they are allowed. The level sinks with time.
create table sign_in_level (
  -- SHA-256 of what is limited and whom.
  key_hash bytea primary key check (length(key_hash) = 32),
  level double precision not null check (level >= 0),
  updated timestamptz not null
);
create index sign_in_level_age on sign_in_level (updated);
grant select, insert, update, delete on sign_in_level to switchboard_identity;
comment on column sign_in_failure.email_hash is
  'SHA-256 of what the failures are counted for: a name at an address, a name, a device, codes or confirmations of a person.';
