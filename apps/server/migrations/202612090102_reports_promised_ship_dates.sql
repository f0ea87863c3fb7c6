-- The ship date that the practice knows where the lab has moved it since; empty: that of the row (exports/on-time).
alter table rx_forms add column promised_ship_date date;
alter table printing_requests add column promised_ship_date date;
