-- How often the check of a file was broken off by the machine, not by the file; the third time flags it.
alter table patient_files add column check_attempts integer not null default 0;
