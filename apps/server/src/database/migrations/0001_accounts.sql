-- Learners. An address is stored in lower case and is unique.
create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  username text not null,
  pin_hash text,
  lang text not null default 'en',
  created_at timestamptz not null default now(),
  deactivated_at timestamptz
);

-- One row per signed-in token. A token is worth nothing without its row.
create table sessions (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (user_id, id)
);

-- Browsers known by a random cookie, kept as its SHA-256. A device never signs anybody in.
create table devices (
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, token_hash)
);

-- Failed sign-ins, by a keyed hash of the address, by device, and by network address; also for addresses nobody has.
create table login_attempts (
  key text primary key,
  failures integer not null,
  first_failure_at timestamptz not null,
  last_failure_at timestamptz not null,
  blocked_until timestamptz not null
);

-- Counters of the request limits that all instances share (the shape that rate-limiter-flexible expects).
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- The payment provider's subscriptions as last read from it.
create table subscriptions (
  user_id uuid not null references users (id) on delete cascade,
  id text not null unique check (id ~ '^sub_[A-Za-z0-9]{8,64}$'),
  status text not null,
  cancel_at_period_end boolean not null default false,
  current_period_end timestamptz not null,
  past_due_since timestamptz,
  price_cents integer not null check (price_cents >= 0),
  currency text not null,
  interval_unit text not null check (interval_unit in ('day', 'week', 'month', 'year')),
  interval_count integer not null check (interval_count > 0),
  created_at timestamptz not null default now(),
  primary key (user_id, id)
);
