-- What push reaches is a browser; a device is what the desktop application is licensed for (notices/push).
-- Lines of the audit log keep the name of their day.
-- contract: since 0.1.0, which is not released yet: no released server reads the old names
alter table push_devices rename to push_browsers;
alter sequence push_devices_id_seq rename to push_browsers_id_seq;
alter index push_devices_user rename to push_browsers_user;
alter index push_devices_session rename to push_browsers_session;
alter table push_browsers rename constraint push_devices_pkey to push_browsers_pkey;
alter table push_browsers rename constraint push_devices_endpoint_key to push_browsers_endpoint_key;
alter table push_browsers rename constraint push_devices_endpoint_check to push_browsers_endpoint_check;
alter table push_browsers rename constraint push_devices_user_id_fkey to push_browsers_user_id_fkey;
alter table push_browsers rename constraint push_devices_session_id_fkey to push_browsers_session_id_fkey;

alter table pushes rename column device_id to browser_id;
alter index pushes_device rename to pushes_browser;
alter table pushes rename constraint pushes_device_id_fkey to pushes_browser_id_fkey;

-- Constraints that forbid null have names of their own since PostgreSQL 18.
do $$
declare c record;
begin
  for c in select conrelid::regclass as place, conname as name from pg_constraint
    where conrelid in ('push_browsers'::regclass, 'pushes'::regclass) and conname like '%device%'
  loop
    execute format('alter table %s rename constraint %I to %I', c.place, c.name, replace(c.name, 'device', 'browser'));
  end loop;
end $$;

-- Jobs on their way name the old column. What they were to send waits for the job of the next minute.
update pushes set queued = false where queued and sent_at is null;
