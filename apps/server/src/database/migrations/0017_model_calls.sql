-- Calls of the AI judge that cost money, by day of UTC: what all instances together have asked. Nobody's id is in it.
create table model_calls (
  day date primary key,
  calls integer not null check (calls > 0)
);
