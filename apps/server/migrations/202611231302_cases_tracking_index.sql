-- no transaction
-- The tracking number of a parcel, as a carrier's page shows it, finds its case (work/search).
create index concurrently if not exists printing_requests_tracking on printing_requests (upper(tracking_number))
  where tracking_number is not null;
