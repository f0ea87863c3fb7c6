-- no transaction
-- Part of a parcel's tracking number finds it (screens/palette): people type its last digits.
create index concurrently if not exists printing_requests_tracking_parts
  on printing_requests using gin (upper(tracking_number) gin_trgm_ops)
  where tracking_number is not null;
