-- no transaction
-- An activity of a record is mailed once to each address, however often its job runs (notices/once).
create unique index concurrently if not exists mails_of_record_once on mails (activity, to_address) where activity is not null;
