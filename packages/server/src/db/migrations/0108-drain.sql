-- What takes no new work until a person ends it: the programs of a host or of a pool, or, by its id, the work of an account.
create table queue.drain (
  kind text not null check (kind in ('host', 'pool', 'account')),
  target text not null check (length(target) between 1 and 253),
  since timestamptz not null default clock_timestamp(),
  primary key (kind, target)
);
grant select, insert, delete on queue.drain to switchboard_engine;

-- The pool that a program belongs to, how many units it runs, and the newest drain that it follows.
alter table program add column pool text;
alter table program add column running integer not null default 0;
alter table program add column drains_seen timestamptz;
