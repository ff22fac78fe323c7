-- A fingerprint of the PIN_PEPPER by which the PINs are hashed: another one makes all of them invalid. One row at most.
create table pin_pepper_print (
  is_only boolean primary key default true check (is_only),
  print bytea not null,
  noted_at timestamptz not null default now()
);
