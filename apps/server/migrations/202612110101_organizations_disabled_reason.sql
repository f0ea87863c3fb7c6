-- Why the lab disabled it, in words that its people read (organizations/disabled); empty while it is not, or none was given.
alter table organizations add column disabled_reason text not null default '';
