-- no transaction
-- The lab's reports read the steps that were finished in some days (reports/steps).
create index concurrently if not exists tech_workflow_processes_finished on tech_workflow_processes (finished_at)
  where finished_at is not null;
