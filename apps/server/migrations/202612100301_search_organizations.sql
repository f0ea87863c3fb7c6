-- no transaction
-- A change of an organization looks for the documents that name it, among all people and locations.
create index concurrently if not exists search_documents_organizations on search_documents using gin (organization_ids);
