-- What practice and lab write to each other about a case (cases/conversation). What was sent stays as it was sent.
create table messages (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  user_id integer not null references users (id),
  text text not null check (length(text) <= 8000),
  -- The people it names; the lab as a whole has no id.
  mentions integer[] not null default '{}',
  pin_id integer,
  -- The hold that it took off: a hold is answered once.
  released_hold_id integer unique references on_hold_notes (id),
  created_at timestamptz not null,
  unique (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id),
  foreign key (organization_id, pin_id) references pins (organization_id, id)
);
create index messages_of_case on messages (organization_id, patient_id, created_at desc, id desc);
create index messages_user on messages (user_id);
create index messages_pin on messages (organization_id, pin_id) where pin_id is not null;

create table message_photos (
  organization_id integer not null,
  patient_id integer not null,
  message_id integer not null,
  file_id integer not null,
  position smallint not null,
  primary key (organization_id, message_id, file_id),
  foreign key (organization_id, patient_id) references patients (organization_id, id),
  foreign key (organization_id, message_id) references messages (organization_id, id),
  foreign key (organization_id, file_id) references patient_files (organization_id, id)
);
create index message_photos_of_case on message_photos (organization_id, patient_id);
create index message_photos_file on message_photos (organization_id, file_id);

-- To whom a message was written: whoever has not read it yet is told, by mail where they are away (notices/away).
create table message_recipients (
  organization_id integer not null,
  patient_id integer not null,
  message_id integer not null,
  user_id integer not null references users (id),
  sent_at timestamptz not null,
  read_at timestamptz,
  mailed_at timestamptz,
  primary key (organization_id, message_id, user_id),
  foreign key (organization_id, patient_id) references patients (organization_id, id),
  foreign key (organization_id, message_id) references messages (organization_id, id)
);
create index message_recipients_of_case on message_recipients (organization_id, patient_id);
create index message_recipients_unread on message_recipients (user_id, organization_id, patient_id) where read_at is null;
create index message_recipients_to_mail on message_recipients (sent_at) where read_at is null and mailed_at is null;
