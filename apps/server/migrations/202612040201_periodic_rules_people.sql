-- small table: a practice has a handful of periodic rules
-- Who made a rule and who changed it last; null: nobody, before rules had calls.
-- A deleted rule stays as a row, because lines of closed orders name it; it is on no order any more.
alter table periodic_rules
  add column created_by_user_id integer references users (id),
  add column updated_by_user_id integer references users (id),
  add column deleted_at timestamptz;
