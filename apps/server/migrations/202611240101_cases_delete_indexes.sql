-- no transaction
-- A case is deleted for good with all that belongs to it: each foreign key that is checked then finds its rows by an index.
create index concurrently if not exists notifications_case on notifications (organization_id, patient_id) where patient_id is not null;
create index concurrently if not exists printing_request_items_file on printing_request_items (organization_id, file_id);
create index concurrently if not exists pins_file on pins (organization_id, file_id);
create index concurrently if not exists measurements_patient on measurements (organization_id, patient_id);
create index concurrently if not exists measurement_points_patient on measurement_points (organization_id, patient_id);
create index concurrently if not exists measurement_points_file on measurement_points (organization_id, file_id);
create index concurrently if not exists bite_places_patient on bite_places (organization_id, patient_id);
create index concurrently if not exists bite_places_file on bite_places (organization_id, file_id);
