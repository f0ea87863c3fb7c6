-- The application's role: everything it needs, and only INSERT on the logs that must not be rewritten (safety/audit).
-- The role itself is made by the migration runner, because its password is not a matter of a file.
grant usage on schema public to archwire_app;
grant select, insert, update, delete on all tables in schema public to archwire_app;
grant usage, select on all sequences in schema public to archwire_app;
revoke select, update, delete, truncate on audit_log, access_log from archwire_app;
alter default privileges in schema public grant select, insert, update, delete on tables to archwire_app;
alter default privileges in schema public grant usage, select on sequences to archwire_app;
