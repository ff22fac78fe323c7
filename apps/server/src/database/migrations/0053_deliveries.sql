-- The desk lists mails newest first.
create index outgoing_mails_newest on outgoing_mails (created_at desc, id);
