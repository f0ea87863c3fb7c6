-- Prints that were put into their parcel (requests/ships-today): when, and into which. A mark counts for that parcel alone:
-- a print that ships otherwise since is not packed, whatever changed its shipping.
alter table printing_requests add column packed_at timestamptz, add column packed_into text;
