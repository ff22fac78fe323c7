-- Visitors on their way from the quiz to an account, each known by a random id that their browser keeps. Nothing here says who
-- they are until they register; those who never do are removed after 90 days.
create table onboardings (
  id uuid primary key,
  variant integer not null,
  version integer not null,
  -- The furthest step of the quiz, from 1.
  step integer not null check (step >= 1),
  -- Chosen option ids by step id.
  answers jsonb not null,
  plan_made_at timestamptz,
  task_tries integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index onboardings_updated on onboardings (updated_at);

-- What the judge said about a visitor's try at the free task, by SHA-256 of the trimmed text, which itself is not kept.
create table onboarding_evaluations (
  onboarding_id uuid not null references onboardings (id) on delete cascade,
  practice_id text not null,
  prompt_hash bytea not null,
  language text not null,
  evaluation jsonb not null,
  evaluated_at timestamptz not null default now(),
  primary key (onboarding_id, practice_id, prompt_hash, language)
);

-- Addresses given at the end of the onboarding. One says nothing about whose address it is: only mail or a payment does.
create table registrations (
  id uuid primary key,
  onboarding_id uuid not null references onboardings (id),
  email text not null check (email = lower(email)),
  language text not null,
  marketing_consent boolean not null,
  created_at timestamptz not null default now(),
  unique (onboarding_id, email)
);
create index registrations_email on registrations (email);

-- Every text that anybody was asked to agree to, as it was shown.
create table consent_texts (
  sha256 bytea primary key check (sha256 = sha256(convert_to(body, 'UTF8'))),
  text_id text not null,
  language text not null,
  body text not null,
  first_shown_at timestamptz not null default now()
);

-- What people agreed to or did not, one row for each decision. Rows are added, never changed.
create table consents (
  id bigint generated always as identity primary key,
  registration_id uuid not null references registrations (id),
  purpose text not null check (purpose in ('terms', 'age', 'marketing')),
  is_given boolean not null,
  text_sha256 bytea not null references consent_texts (sha256),
  decided_at timestamptz not null default now()
);
create index consents_registration on consents (registration_id, purpose, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are added, never changed', tg_table_name;
end
$$;
create trigger consents_never_change before update on consents for each row execute function refuse_change();
create trigger consent_texts_never_change before update on consent_texts for each row execute function refuse_change();
