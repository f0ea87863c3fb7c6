-- no transaction
-- The bell is read in order of time: what jobs write later may have happened earlier (notices/bell).
create index concurrently if not exists notifications_by_time on notifications (user_id, created_at desc, id desc);
