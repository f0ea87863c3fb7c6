-- Checked after the rows could be written to again.
alter table tech_workflows validate constraint tech_workflows_saved_by_fkey;
