-- The activity of a record that a mail reports (notices/once); of a mail about a case, history_id says it.
alter table mails add column activity text;
