-- no transaction
-- The work on the flawed trays of a request, once a request.
create unique index concurrently if not exists tech_workflows_flawed
  on tech_workflows (organization_id, customer_request_id) where customer_request_id is not null;
-- The item that replaces a flawed tray, once a tray.
create unique index concurrently if not exists printing_request_items_flawed
  on printing_request_items (organization_id, flawed_tray_id) where flawed_tray_id is not null;
