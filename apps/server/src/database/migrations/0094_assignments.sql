-- Courses that the people of a group should finish until a day.
create table organization_assignments (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  group_id uuid not null references organization_groups (id) on delete cascade,
  course_id text not null,
  due_on date not null,
  created_at timestamptz not null,
  unique (group_id, course_id)
);
create index organization_assignments_due on organization_assignments (organization_id, due_on, id);
create index organization_assignments_day on organization_assignments (due_on, organization_id);
