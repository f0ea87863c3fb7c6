-- How far the demo data of this portal is made, in one row (access/demo). A portal without it is no demo.
create table demo_data (
  id boolean primary key default true check (id),
  -- The time from which the cases are planned: an interrupted demo continues with the same plan.
  present timestamptz not null,
  cases_total integer not null check (cases_total >= 0),
  cases_made integer not null default 0 check (cases_made between 0 and cases_total),
  -- What the next case needs; null until people and practices are there.
  state jsonb,
  -- {password, doors}: who signs in at which page, as the sign-in pages show it.
  sign_ins jsonb,
  finished_at timestamptz
);
