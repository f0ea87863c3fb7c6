-- no transaction
-- The prints of the lab that ship together (requests/bundles): the others of a parcel are found from one of them.
create index concurrently if not exists printing_requests_parcel
  on printing_requests (organization_id, location_id, ship_date, shipping_method)
  where assignment = 1 and status_id <> 4;
-- What ships today or should have shipped (requests/ships-today), from the open prints of the lab alone.
create index concurrently if not exists printing_requests_to_ship on printing_requests (ship_date, id)
  where assignment = 1 and status_id in (1, 2);
