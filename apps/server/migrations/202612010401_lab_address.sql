-- The lab as the sender of parcels (requests/labels): the lines of its address, and its phone number as stored elsewhere.
alter table lab_settings
  add column address text not null default '',
  add column phone_number text not null default '';
