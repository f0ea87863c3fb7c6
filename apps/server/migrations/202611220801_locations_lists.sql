-- no transaction
-- The newest locations of all organizations, and whether open work names one: rows of states that are not over.
create index concurrently if not exists locations_newest on locations (created_at desc, id desc) where deleted_at is null;
create index concurrently if not exists location_users_person on location_users (user_id, organization_id);
create index concurrently if not exists rx_forms_open_location on rx_forms (organization_id, location_id) where status_id in (1, 2, 3);
create index concurrently if not exists rx_forms_open_shipping_location on rx_forms (organization_id, shipping_location_id) where status_id in (1, 2, 3);
create index concurrently if not exists printing_requests_open_location on printing_requests (organization_id, location_id) where status_id in (1, 2);
