-- Each request for changes begins a new round of work steps (work/rounds). The rows of former rounds stay.
alter table tech_workflows add column round integer not null default 1;
-- When each round after the first was asked for, in order.
alter table tech_workflows add column rounds_asked_at timestamptz[] not null default '{}';
alter table tech_workflow_processes add column round integer not null default 1;
