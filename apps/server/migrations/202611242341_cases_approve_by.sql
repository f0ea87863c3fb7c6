-- By when the setup of a case is to be approved, planned with its arrival, and the last such moment that its doctor was
-- reminded of (cases/approve-by). Cases of before have none.
alter table rx_forms add column approve_by timestamptz;
alter table rx_forms add column approve_by_told timestamptz;
