-- small table: a practice has one onboarding
-- What two of its steps ask for, and when something happened last (onboarding/waiting). Those of before this moved when
-- they were changed last.
alter table onboardings
  add column tracking_number text check (tracking_number ~ '^[A-Za-z0-9]{6,30}$'),
  add column estimated_date_of_completion date,
  add column moved_at timestamptz not null default now();
update onboardings set moved_at = updated_at;

-- Who completed which step, and when: a step is completed once (onboarding/proceed). Those of before have no rows.
create table onboarding_steps (
  organization_id integer not null,
  onboarding_id integer not null,
  step integer not null check (step between 1 and 11),
  completed_at timestamptz not null,
  completed_by_user_id integer references users (id),
  primary key (organization_id, onboarding_id, step),
  foreign key (organization_id, onboarding_id) references onboardings (organization_id, id)
);
create index onboarding_steps_by on onboarding_steps (completed_by_user_id) where completed_by_user_id is not null;
