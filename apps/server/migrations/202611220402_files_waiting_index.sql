-- no transaction
-- Files that wait for their check, by organization: whose turn is next, and who waits too long.
create index concurrently if not exists patient_files_waiting on patient_files (organization_id, created_at) where processing = 'waiting';
