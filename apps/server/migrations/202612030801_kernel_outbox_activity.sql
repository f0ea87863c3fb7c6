-- One row for each activity that a subscriber wants; the publisher turns it into their jobs.
-- small table: rows stay for less than a second
alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in ('job','event','activity'));
