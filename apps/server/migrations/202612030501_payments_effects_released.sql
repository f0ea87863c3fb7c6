-- When a process gave an effect back, because the other server did not answer. Null: a process is at it, or was killed.
alter table effects add column released_at timestamptz;
