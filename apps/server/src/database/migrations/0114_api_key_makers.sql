-- Who made a key, for the owners; the key stays when its maker's account goes.
alter table api_keys add column created_by uuid references users (id) on delete set null;
create index api_keys_maker on api_keys (created_by);
