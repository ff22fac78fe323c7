-- Made by the command that lets staff back in: the other owners get an email about an owner's link, also when it is used.
alter table desk_enrolments add column is_recovery boolean not null default false;
