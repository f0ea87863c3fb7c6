-- Browsers that show notices while no page is open. What the browser's push service needs to reach one, in clear: it is
-- useless without the server's own key. A device hears as long as nobody ended the session in which it was turned on.
create table push_devices (
  id integer primary key generated always as identity,
  user_id integer not null references users (id),
  session_id bigint not null references sessions (id) on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  name text not null,
  created_at timestamptz not null,
  last_pushed_at timestamptz
);
create index push_devices_user on push_devices (user_id);
create index push_devices_session on push_devices (session_id);

-- What has to reach which device: queued while a job works on it, else it waits for the end of the person's silent hours.
create table pushes (
  notification_id bigint not null references notifications (id) on delete cascade,
  device_id integer not null references push_devices (id) on delete cascade,
  due_at timestamptz not null,
  queued boolean not null default true,
  sent_at timestamptz,
  primary key (notification_id, device_id)
);
create index pushes_device on pushes (device_id);
create index pushes_waiting on pushes (due_at) where not queued and sent_at is null;

-- When a person's devices show nothing, on the person's own clock; over midnight where the end comes first.
create table push_silent_hours (
  user_id integer primary key references users (id),
  starts_at time not null,
  ends_at time not null,
  check (starts_at <> ends_at)
);
