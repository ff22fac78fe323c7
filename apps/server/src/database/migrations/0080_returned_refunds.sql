-- What came back of refunds since staff were told.
alter table payments add column returned_cents bigint not null default 0 check (returned_cents >= 0);
create index payments_returned on payments (id) where returned_cents > 0;
