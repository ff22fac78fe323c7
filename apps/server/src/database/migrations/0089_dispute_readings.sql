-- Up to when the new disputes of a payment provider have been read, so that one whose event was lost is found.
create table dispute_readings (
  provider text primary key,
  read_until timestamptz not null
);
create index embedded_disputes_opened on embedded_disputes (opened_at);
