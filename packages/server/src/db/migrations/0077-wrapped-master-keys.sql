-- Master keys that a key service wraps: what is stored here opens nothing without it. Each is made at the first use of its
-- reference.
create table wrapped_master_key (
  reference text primary key check (length(reference) <= 1000),
  -- Fingerprint of the master key, which sealed rows carry.
  master_key_id text not null,
  wrapped text not null,
  created timestamptz not null default now(),
  wrapped_at timestamptz not null default now()
);
grant select, insert, update, delete on wrapped_master_key to switchboard_identity;
