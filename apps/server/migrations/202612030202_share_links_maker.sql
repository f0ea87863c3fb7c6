-- no transaction
-- The open links of a person, which end with the person's access.
create index concurrently if not exists share_links_maker on share_links (created_by) where revoked_at is null;
