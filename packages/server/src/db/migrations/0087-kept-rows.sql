-- Rows of earlier results that stay at destinations although the flow's results for them have no rows.
alter table flow add column kept_rows bigint not null default 0 check (kept_rows >= 0);
