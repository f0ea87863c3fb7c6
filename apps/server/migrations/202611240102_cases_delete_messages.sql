-- Notices and mails about a case go with it. A job that is just writing one waits for the delete, and then finds no case:
-- none is left behind (cases/delete). The rows that are there are checked by a migration of its own.
alter table notifications add constraint notifications_case_fkey
  foreign key (organization_id, patient_id) references patients (organization_id, id) on delete cascade not valid;
alter table mails add constraint mails_history_fkey
  foreign key (history_id) references case_history (id) on delete cascade not valid;

-- The application may add lines to the audit log and nothing else (safety/audit). This is the exception, and can do no
-- more: of the lines about a case that is gone already it keeps ids and other numbers, and forgets texts.
create function audit_forget_case(gone integer) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update audit_log a set data = (
      select jsonb_object_agg(d.key, d.value) from jsonb_each(a.data) d where jsonb_typeof(d.value) in ('number', 'boolean'))
    where a.patient_id = gone and a.data is not null and not exists (select 1 from patients p where p.id = gone)
$$;
revoke execute on function audit_forget_case(integer) from public;
grant execute on function audit_forget_case(integer) to archwire_app;
