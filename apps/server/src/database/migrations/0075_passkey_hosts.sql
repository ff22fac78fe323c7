-- The host name that a passkey belongs to, null for those from before until their next use. kitewise doctor compares it.
alter table desk_passkeys add column rp_id text;
