-- no transaction
-- Each round has places of its own.
create unique index concurrently if not exists tech_workflow_processes_place on tech_workflow_processes (tech_workflow_id, round, position);
