-- no transaction
-- A tracking number finds its case however somebody writes it: in any case, with spaces or hyphens (work/filters).
create index concurrently if not exists printing_requests_tracking_signs
  on printing_requests (upper(translate(tracking_number, ' -', '')))
  where tracking_number is not null;
