alter table inbox_items add foreign key (owner_id) references desk_staff (id);
create index inbox_items_owner on inbox_items (owner_id) where owner_id is not null;

-- Notes that only staff see, and the answers that were mailed.
create table inbox_entries (
  id uuid primary key,
  item_id uuid not null references inbox_items (id) on delete cascade,
  staff_id uuid not null references desk_staff (id),
  kind text not null check (kind in ('note', 'reply')),
  text text not null,
  created_at timestamptz not null
);
create index inbox_entries_item on inbox_entries (item_id, created_at);
create index inbox_entries_staff on inbox_entries (staff_id);

-- Staff who don't want the daily digest.
create table inbox_digest_off (
  staff_id uuid primary key references desk_staff (id) on delete cascade
);
