-- How many days of access without a payment a member of staff has given in a day of UTC.
create table desk_access_days (
  staff_id uuid not null references desk_staff (id) on delete cascade,
  day date not null,
  days integer not null check (days >= 0),
  primary key (staff_id, day)
);
