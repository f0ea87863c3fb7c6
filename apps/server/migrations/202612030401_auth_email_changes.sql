-- A new address of a person that staff asked for, at most one for each person. It waits for the click in the mail to the
-- new address and for `not_before`; then it applies and the row goes (people/new-email).
create table email_changes (
  user_id integer primary key references users (id),
  email text not null,
  asked_by integer references users (id) on delete set null,
  asked_at timestamptz not null,
  not_before timestamptz not null,
  -- Without a click the change ends here.
  expires_at timestamptz not null,
  confirmed_at timestamptz
);
create index email_changes_confirmed on email_changes (not_before) where confirmed_at is not null;
