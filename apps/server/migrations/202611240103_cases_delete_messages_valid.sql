-- Checked after the rows could be written to again.
alter table notifications validate constraint notifications_case_fkey;
alter table mails validate constraint mails_history_fkey;
