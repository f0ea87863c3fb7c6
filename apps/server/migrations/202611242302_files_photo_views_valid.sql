-- no transaction
alter table patient_files validate constraint patient_files_photo_view_check;
