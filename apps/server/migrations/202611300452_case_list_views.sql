-- Views of the lab's list that people keep for themselves (work/views).
create table case_list_views (
  id integer primary key generated always as identity,
  user_id integer not null references users (id),
  name text not null check (length(name) between 1 and 60),
  -- The search of the list as its address holds it.
  search text not null default '' check (length(search) <= 2000),
  -- The columns that it shows; null: those that are shown already (work/columns).
  columns text[],
  position integer not null check (position > 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index case_list_views_name on case_list_views (user_id, lower(name));
