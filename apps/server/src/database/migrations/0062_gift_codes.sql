-- Codes that staff give away. Only hashes are stored: a copy of the database opens nothing.
create table gift_batches (
  id uuid primary key,
  staff_id uuid not null references desk_staff (id),
  days integer not null check (days between 7 and 365),
  note text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

create table gift_codes (
  id uuid primary key,
  batch_id uuid not null references gift_batches (id),
  code_hash bytea not null unique,
  -- The end of the code, to tell it from its neighbors.
  hint text not null,
  -- Null for an open code, and for the code of an account that was erased since.
  redeemed_by uuid references users (id) on delete set null,
  redeemed_at timestamptz,
  voided_at timestamptz,
  check (redeemed_at is null or voided_at is null)
);
create index gift_batches_staff on gift_batches (staff_id);
create index gift_codes_batch on gift_codes (batch_id);
create index gift_codes_redeemed_by on gift_codes (redeemed_by);
