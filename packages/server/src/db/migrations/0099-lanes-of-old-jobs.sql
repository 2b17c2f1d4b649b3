-- Jobs that waited before there were lanes were all put into that of production, before every later job. They get their own lanes, and the
-- places of jobs that are added now.
update queue.job j set lane = u.purpose,
  priority = j.priority % 10000 - floor(extract(epoch from now() - timestamptz '2026-01-01 00:00:00+00') / 600)::integer
from unit u where u.account_id = j.account_id and u.id = j.unit_id and j.priority >= 0;
