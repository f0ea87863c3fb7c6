-- What a photo shows, and the version that an edit of it is based on (scans/photo-views).
alter table patient_files add column photo_view text;
alter table patient_files add constraint patient_files_photo_view_check check (photo_view in
  ('frontal','smile','profile','intraoral_frontal','right_buccal','left_buccal','upper_occlusal','lower_occlusal')) not valid;
alter table patient_files add column version integer not null default 1;
