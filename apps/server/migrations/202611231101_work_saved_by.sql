-- Who saved the steps of a work last: named where somebody else's edits of the same steps meet theirs (work/conflict).
alter table tech_workflows add column saved_by integer;
alter table tech_workflows add constraint tech_workflows_saved_by_fkey foreign key (saved_by) references users (id) not valid;
