-- no transaction
-- What happened to one record at one moment notifies a person once (notices/once); about a case, the entry of its history
-- decides that.
create unique index concurrently if not exists notifications_of_record_once
  on notifications (user_id, subject, subject_id, type, created_at) where subject is not null;
