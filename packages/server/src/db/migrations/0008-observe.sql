-- Where a unit comes from, for logs and traces: the request of a person that made it or started it again, and the span that
-- its own spans hang below (W3C trace context). Null when nobody asked, and while nothing is traced.
alter table unit add column request_id text check (length(request_id) <= 128);
alter table unit add column trace_parent text check (length(trace_parent) <= 64);

-- What is open is counted at every look at the metrics, however many units are over.
create index unit_open on unit (state, kind, purpose, created) where state <> 'done';
