-- Tokens and cost of a day's calls. A call that the provider refused is given back, so a day may count none.
alter table model_calls
  drop constraint model_calls_calls_check,
  add constraint model_calls_calls_check check (calls >= 0),
  add column input_tokens bigint not null default 0,
  add column output_tokens bigint not null default 0,
  -- US dollars; null while no call of the day had a known price.
  add column cost_usd numeric(14, 6);
