-- Which trays of the lab a message reports as not fitting, and why (cases/misfit).
alter table messages
  add column misfit_arches smallint,
  add column misfit_cause text;
alter table messages add constraint messages_misfit
  check (misfit_arches between 1 and 3 and (misfit_cause is null or misfit_arches is not null)) not valid;
