-- Closed organizations, and old entries of the log, are found by time.
create index organizations_closed on organizations (closed_at) where closed_at is not null;
create index organization_log_age on organization_log (at);
