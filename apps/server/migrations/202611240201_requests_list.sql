-- no transaction
-- The list of requests (requests/list): those of all practices and of one, the last changed first; the newest of all.
create index concurrently if not exists customer_requests_changed on customer_requests (updated_at, id);
create index concurrently if not exists customer_requests_changed_here on customer_requests (organization_id, updated_at, id);
create index concurrently if not exists customer_requests_made on customer_requests (created_at, id);
