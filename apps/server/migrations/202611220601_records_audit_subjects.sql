-- What an audited fact is about: the kind of record and its id, for records that are no case. `patient_id` stays for cases.
alter table audit_log add column subject text;
alter table audit_log add column subject_id bigint;
