-- The running programs of the installation, with what does not work for each. A program writes its row every few seconds, and removes it
-- when it stops; an old row is that of one which was killed.
create table program (
  id uuid primary key,
  host text not null,
  roles text[] not null,
  -- The newest migration that it brings: programs of two versions differ in it.
  migration integer not null,
  started timestamptz not null default now(),
  seen timestamptz not null default now(),
  -- [{"part", "code", "parameters", "since"}]
  failing jsonb not null default '[]' check (jsonb_typeof(failing) = 'array'),
  -- Its clock against that of the database; negative when it is behind.
  clock_ahead_ms integer not null,
  -- Bytes on the disk of its data folder; null where that cannot be read.
  disk_free bigint,
  disk_size bigint
);
grant select, insert, update, delete on program to switchboard_engine;
