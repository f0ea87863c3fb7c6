-- Why a scan is sent although its check before the upload had a remark, in the words of who sent it.
alter table patient_files add column check_note text not null default '';
