-- no transaction
-- The report of work-step times reads by the day on which steps were finished.
create index concurrently if not exists tech_workflow_processes_finished
  on tech_workflow_processes (finished_at, id) where finished_at is not null;
