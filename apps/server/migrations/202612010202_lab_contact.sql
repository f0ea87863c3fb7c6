-- How people reach the lab (organizations/lab-settings); empty: not shown.
alter table lab_settings add column contact_phone text not null default '';
alter table lab_settings add column contact_email text not null default '';
