-- Certificates as they were issued: nothing in a row changes, whatever becomes of the course. A row goes with its owner's account alone.
create table certificates (
  user_id uuid not null references users (id) on delete cascade,
  course_id text not null,
  -- 128 random bits: whoever knows them may see the certificate.
  id text not null unique check (id ~ '^[0-9a-f]{32}$'),
  -- One name for all certificates of a person.
  name text not null check (char_length(name) between 1 and 80),
  course_name text not null,
  -- The text set of the certificate's own words.
  language text not null,
  -- The day it was where the learner was, and the moment to the second.
  issued_on date not null,
  issued_at timestamptz not null,
  primary key (user_id, course_id)
);

-- The keys that badges are signed with. The newest one that is not retired and can be opened signs; all stay published, so that old badges
-- can be verified.
create table badge_keys (
  -- The SHA-256 thumbprint of RFC 7638.
  id text primary key,
  public_jwk jsonb not null,
  -- PKCS #8, sealed with a key made from SESSION_SECRET.
  sealed_private_key bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
