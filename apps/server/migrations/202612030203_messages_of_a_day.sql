-- no transaction
-- Messages of a person to a practice within a day are counted with each new one.
create index concurrently if not exists messages_of_person on messages (organization_id, user_id, created_at);
