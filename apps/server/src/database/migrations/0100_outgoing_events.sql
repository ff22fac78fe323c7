-- What happens in an organization, for its own systems: webhooks, and statements for its record store (xAPI).
create table event_endpoints (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  type text not null check (type in ('webhook', 'xapi')),
  url text not null,
  kinds text[] not null,
  -- The signing secret of a webhook, or the user and password of a record store. Sealed with the server's secret.
  sealed_secret bytea not null,
  -- Signs as well until then, so that a receiver can change its secret at leisure.
  earlier_sealed_secret bytea,
  earlier_until timestamptz,
  created_at timestamptz not null default now(),
  -- Since when every attempt has failed; null after a success.
  failing_since timestamptz,
  paused_at timestamptz,
  -- owner, gone (the receiver answered 410) or failing (for days).
  paused_because text check (paused_because in ('owner', 'gone', 'failing'))
);
create index event_endpoints_organization on event_endpoints (organization_id, created_at, id);

create table organization_events (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  kind text not null,
  -- Whom it concerns; null for the organization itself.
  user_id uuid references users (id) on delete cascade,
  -- IDs that the payload names.
  subject jsonb not null default '{}',
  at timestamptz not null default now(),
  -- A finished lesson may complete its course; null until that was looked at.
  course_checked_at timestamptz
);
create index organization_events_user on organization_events (user_id);
create index organization_events_organization on organization_events (organization_id, at, id);
create index organization_events_unchecked on organization_events (at, id)
  where kind = 'lesson.finished' and course_checked_at is null;
create index organization_events_age on organization_events (at);
create unique index organization_events_course on organization_events (organization_id, user_id, (subject ->> 'courseId'))
  where kind = 'course.completed';

-- One queue per endpoint.
create table event_deliveries (
  endpoint_id uuid not null references event_endpoints (id) on delete cascade,
  event_id uuid not null references organization_events (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  last_at timestamptz,
  last_status integer,
  -- For the delivery log: what the receiver or the network said.
  last_error text,
  created_at timestamptz not null default now(),
  primary key (endpoint_id, event_id)
);
create index event_deliveries_event on event_deliveries (event_id);
create index event_deliveries_due on event_deliveries (endpoint_id, state, next_at, created_at);
create index event_deliveries_waiting on event_deliveries (next_at) where state = 'waiting';
create index event_deliveries_log on event_deliveries (endpoint_id, created_at desc, event_id);

-- Stores an event and a delivery for each endpoint that wants its kind, in the transaction of the cause. Without such an
-- endpoint, it stores nothing.
create function announce_to(organization uuid, happened text, concerned uuid, named jsonb, moment timestamptz)
returns void language sql as $$
  with event as (
    insert into organization_events (organization_id, kind, user_id, subject, at)
    select organization, happened, concerned, named, moment
    where exists (select 1 from event_endpoints e where e.organization_id = organization and happened = any(e.kinds))
    on conflict do nothing
    returning id
  )
  insert into event_deliveries (endpoint_id, event_id)
  select e.id, event.id from event, event_endpoints e
  where e.organization_id = organization and happened = any(e.kinds) and e.paused_because is distinct from 'owner'
$$;

-- Learning concerns the organizations that give the learner a seat.
create function announce_learning(happened text, learner uuid, named jsonb, moment timestamptz)
returns void language sql as $$
  select announce_to(s.organization_id, happened, learner, named, moment)
  from organization_seats s where s.user_id = learner
$$;

create function announce_lesson() returns trigger language plpgsql as $$
begin
  perform announce_learning('lesson.finished', new.user_id,
    jsonb_build_object('courseId', new.course_id, 'lessonId', new.lesson_id), new.finished_at);
  return null;
end $$;
create trigger lesson_finished after update on lesson_progress for each row
  when (old.finished_at is null and new.finished_at is not null) execute function announce_lesson();
create trigger lesson_begun_finished after insert on lesson_progress for each row
  when (new.finished_at is not null) execute function announce_lesson();

create function announce_certificate() returns trigger language plpgsql as $$
begin
  perform announce_learning('certificate.issued', new.user_id,
    jsonb_build_object('courseId', new.course_id, 'certificateId', new.id), new.issued_at);
  return null;
end $$;
create trigger certificate_issued after insert on certificates for each row execute function announce_certificate();

create function announce_member() returns trigger language plpgsql as $$
begin
  perform announce_to(new.organization_id, 'learner.joined', new.user_id, '{}', new.joined_at);
  return null;
end $$;
create trigger learner_joined after insert on organization_members for each row execute function announce_member();

create function announce_contract() returns trigger language plpgsql as $$
begin
  perform announce_to(new.organization_id, 'subscription.changed', null,
    jsonb_build_object('contractId', new.id, 'state', new.state, 'seats', new.seats), now());
  return null;
end $$;
create trigger contract_changed after update on organization_contracts for each row
  when (old.state is distinct from new.state or old.seats is distinct from new.seats
    or old.ends_with_period is distinct from new.ends_with_period) execute function announce_contract();
