-- The schema that later migrations build on, a section for each part of the portal. Times are timestamptz in UTC, ids are
-- integers, columns are named as the API names them. Tables of an organization refer to each other by (organization_id,
-- id), so that a row of one organization can never point to a row of another. Foreign keys of rows that are deleted with a
-- case have an index.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- unaccent() is only STABLE because its dictionary could change; ours does not, and indexes need IMMUTABLE.
create function plain(value text) returns text language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

-- Instants leave the server in one form: ISO 8601, UTC, milliseconds.
create function iso(instant timestamptz) returns text language sql immutable parallel safe strict
  return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- == Users, organizations and access ==

create table users (
  id integer primary key generated always as identity,
  first_name text not null,
  last_name text not null,
  full_name text not null generated always as (first_name || ' ' || last_name) stored,
  email text not null,
  username text,
  account_number text not null,
  password_hash text,
  role text check (role in ('super_admin','admin','tech_support','supervisor','lab_partner','doctor','staff_member')),
  custom_permissions text[] not null default '{}',
  time_zone text,
  email_verified_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Where else a person of the lab wants to be told.
  additional_emails text[] not null default '{}',
  -- The browser that signed up: a random value in its cookie, its hash here. The link of the verification mail signs in there
  -- and nowhere else without the password.
  signed_up_with bytea
);
create unique index users_email on users (lower(email));
create unique index users_account_number on users (lower(account_number));
create sequence user_account_numbers;
create index users_name on users (last_name, first_name, id);

create table organizations (
  id integer primary key generated always as identity,
  name text not null,
  account_number text not null unique,
  -- A practice submits cases; a partner is a third-party lab that practices may name.
  kind text not null default 'practice' check (kind in ('practice','partner')),
  third_party_partner_id integer references organizations (id),
  startup_fee_settled_at timestamptz,
  rush_case_enabled boolean not null default true,
  suspended_at timestamptz,
  disabled_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Who waived the start-up fee; when it was settled stands in startup_fee_settled_at.
  startup_fee_waived_by integer references users (id),
  -- When the last step of the onboarding was done.
  onboarded_at timestamptz,
  -- The person of the lab who looks after a practice.
  customer_service_manager_id integer references users (id),
  -- How a practice numbers teeth.
  tooth_numbering text not null default 'universal' check (tooth_numbering in ('universal','fdi'))
);
create sequence organization_account_numbers;
create index organizations_partner on organizations (third_party_partner_id);
create index organizations_search on organizations using gin ((plain(name || ' ' || account_number)) gin_trgm_ops);

create table memberships (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  user_id integer not null references users (id),
  role text not null check (role in ('organization_owner','organization_manager','organization_member')),
  custom_permissions text[] not null default '{}',
  created_at timestamptz not null default now(),
  unique (organization_id, user_id)
);
create index memberships_user on memberships (user_id);

create table locations (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  location_name text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone_number text not null,
  street_address text not null,
  street_address_line_2 text not null default '',
  city text not null,
  state text not null,
  zip_code text not null,
  country text not null default 'USA',
  is_main boolean not null default false,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id)
);
create unique index locations_main on locations (organization_id) where is_main;
-- The newest locations of all organizations, and whether open work names one: rows of states that are not over.
create index locations_newest on locations (created_at desc, id desc) where deleted_at is null;

create table location_users (
  organization_id integer not null,
  location_id integer not null,
  user_id integer not null references users (id),
  primary key (location_id, user_id),
  foreign key (organization_id, location_id) references locations (organization_id, id)
);
create index location_users_person on location_users (user_id, organization_id);

-- Opaque random tokens, stored hashed.
create table sessions (
  id bigint primary key generated always as identity,
  token_hash bytea not null unique,
  user_id integer not null references users (id),
  remember_me boolean not null default false,
  management boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  address text not null default '',
  user_agent text not null default ''
);
create index sessions_user on sessions (user_id) where revoked_at is null;
create index sessions_expiry on sessions (expires_at);

-- Ways into the portal by mail. Tokens are random and stored hashed; one statement consumes one (access/links).
create table one_time_tokens (
  id bigint primary key generated always as identity,
  token_hash bytea not null unique,
  -- `email_cancel` is the link of the notice to the old address: it cancels a change of address.
  purpose text not null check (purpose in ('verification','reset','initial','email','email_cancel','desktop')),
  user_id integer not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The new address of a person who has one, until it is verified; the old one is valid until then.
  email text,
  -- A code for the desktop application opens one `GET /me`, belongs to the session that asked for it, and is deleted with it.
  session_id bigint,
  constraint one_time_tokens_session foreign key (session_id) references sessions (id) on delete cascade
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose) where used_at is null;
create index one_time_tokens_expiry on one_time_tokens (expires_at);
-- The sweep deletes sessions, and their codes with them.
create index one_time_tokens_session on one_time_tokens (session_id) where session_id is not null;

create table invitations (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  email text not null,
  role text not null check (role in ('organization_owner','organization_manager','organization_member')),
  is_doctor boolean not null,
  invited_by integer references users (id),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  unique (organization_id, id)
);
create index invitations_open on invitations (organization_id, lower(email)) where accepted_at is null;

-- What somebody asked for on a public page. Known and unknown addresses leave the same row; who is behind it is looked up
-- by the job that writes the mail, after the reply (access/no-telling).
create table access_wishes (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('verification','reset')),
  email text not null,
  address text not null,
  created_at timestamptz not null,
  done_at timestamptz
);
create index access_wishes_email on access_wishes (email, created_at);
create index access_wishes_created on access_wishes (created_at);

-- Solved challenges that were used; each counts once, in whichever server.
create table bot_checks (
  signature text primary key,
  expires_at timestamptz not null,
  -- The one call that a solved challenge was taken for: sent again as it was, it passes again.
  wish text
);
create index bot_checks_expiry on bot_checks (expires_at);

-- Tries of passwords, by account and by network: the moments of the last quarter of an hour in one row each. Taking one is
-- one statement, and the row's lock lets tries that come at once pass one after the other (safety/limits).
create table login_attempts (
  key text primary key,
  tries timestamptz[] not null
);

-- == The lab: settings, announcements, promotion codes, prices ==

-- What holds for the whole lab and may change while the portal runs: one row.
create table lab_settings (
  id boolean primary key default true check (id),
  registration_fee_cents integer not null default 20000 check (registration_fee_cents >= 0),
  credit_card_fee_percent numeric(5, 2) not null default 1.49 check (credit_card_fee_percent >= 0),
  tax_state text not null default '',
  tax_rate_percent numeric(5, 3) not null default 0 check (tax_rate_percent >= 0),
  promotion_enabled boolean not null default false,
  promotion_text text not null default '',
  promotion_link text not null default '',
  -- Sibling applications of the apps menu: [{ "name", "link" }].
  apps jsonb not null default '[]'
);
insert into lab_settings default values;

-- One message to practices, one to the lab; an empty body shows nothing.
create table announcements (
  id integer primary key generated always as identity,
  visibility text not null unique check (visibility in ('doctor','internal')),
  body text not null default '',
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  last_updated_by integer references users (id)
);
insert into announcements (visibility) values ('doctor'), ('internal');

-- Codes that take something off the start-up fee (type 1) or the monthly fee (type 2). The lab's own: no organization.
create table promotion_codes (
  id integer primary key generated always as identity,
  code text not null check (code ~ '^[A-Z0-9-]{3,40}$'),
  -- Cents when it is fixed, else hundredths of a percent.
  value integer not null check (value > 0),
  is_fixed boolean not null,
  promotion_code_type_id integer not null check (promotion_code_type_id in (1, 2)),
  is_active boolean not null default true,
  expires_at date,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (is_fixed or value <= 10000)
);
create unique index promotion_codes_code on promotion_codes (code) where deleted_at is null;
create index promotion_codes_expiry on promotion_codes (expires_at desc nulls last, id desc) where deleted_at is null;

-- What the lab charges (rx-form/prices), in cents. A list never changes: another one follows it, and the newest holds.
create table price_lists (
  version integer primary key generated always as identity,
  prices jsonb not null,
  created_at timestamptz not null default now(),
  created_by integer references users (id)
);
insert into price_lists (prices) values ('{
  "arch": {"software": 1500, "initial_case_setup": 4500, "print": 1200, "insert_brackets": 1800, "rush_case": 0,
    "root_integration": 2000, "export_with_guides": 1000, "export_with_brackets": 2500, "export_tray": 1000,
    "export_aligner_models": 1000, "tray_design": 1500},
  "shipping_fees": {"express": 1800, "urgent": 3500, "lightspeed": 6000, "international": 7500},
  "settings": {"delay_case_charging": 5, "delay_payment_processing": 3, "flat_monthly": 9900},
  "arch_volume_discounts": [{"volume": 20, "discount": 5}, {"volume": 50, "discount": 10}, {"volume": 100, "discount": 15}],
  "rx_forms": {
    "pvs_or_stone_model": {
      "full_digital_model": {"one_arch": 2200, "both_arches": 3800}, "semi_finish": {"one_arch": 1600, "both_arches": 2800},
      "rough": {"one_arch": 1000, "both_arches": 1800}, "digital_storage_only": {"one_arch": 500, "both_arches": 800}},
    "intra_oral_scan": {
      "clean_up": {"one_arch": 1000, "both_arches": 1600}, "clean_up_and_base": {"one_arch": 1400, "both_arches": 2400},
      "digital_storage_only": {"one_arch": 400, "both_arches": 600}},
    "3d_printed_study": {
      "horseshoe": {"one_arch": 1400, "both_arches": 2400}, "palate_lingual": {"one_arch": 1400, "both_arches": 2400},
      "low_profile_base": {"one_arch": 1800, "both_arches": 3000}, "full_profile_base": {"one_arch": 2000, "both_arches": 3400}},
    "misc": {
      "addon": {"analysis_report": 1500, "double_occlusal_view": 500, "return_stone_models": 1200,
        "return_impression_trays": 800, "convert_to_stl": 300},
      "rx_form": {"rush_case": 5000}}}}');

-- == What a practice usually chooses: preferences and bracket libraries ==

-- What a practice usually chooses (rx-form/preferences); one without a row has what every practice begins with.
create table rx_form_preferences (
  id integer primary key generated always as identity,
  organization_id integer not null unique references organizations (id),
  version integer not null default 1,
  default_doctor_id integer references users (id),
  location_id integer,
  jaws_id integer not null default 3 check (jaws_id between 1 and 3),
  impression_type integer check (impression_type in (1, 2, 4)),
  scan_submission_type integer not null default 1 check (scan_submission_type in (1, 2)),
  scanner_type integer not null default 1 check (scanner_type in (1, 2, 3, 4, 5, 7)),
  custom_scanner_type_name text not null default '',
  products_list integer not null default 0,
  addon_options integer not null default 0,
  arch_mode integer not null default 1 check (arch_mode between 1 and 4),
  export_type integer check (export_type between 1 and 3),
  root_integration boolean not null default false,
  -- Who may do the work, and who usually does: 1 the lab, 2 the practice, 3 its partner.
  allowed_assignments integer[] not null default '{1,2,3}',
  submission_completed_by integer not null default 1,
  allowed_print_assignments integer[] not null default '{1,2,3}',
  print_assignment integer not null default 1,
  allowed_insert_brackets_assignments integer[] not null default '{1,2,3}',
  insert_brackets_assignment integer not null default 1,
  shipping_location_id integer,
  shipping_method text not null default 'standard',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, location_id) references locations (organization_id, id),
  foreign key (organization_id, shipping_location_id) references locations (organization_id, id),
  check (submission_completed_by = any (allowed_assignments)),
  check (print_assignment = any (allowed_print_assignments)),
  check (insert_brackets_assignment = any (allowed_insert_brackets_assignments))
);

-- Sets of brackets that a practice bonds (rx-form/libraries); their files come with the calls that manage them.
create table bracket_libraries (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  version integer not null default 1,
  name text not null,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id)
);
create unique index bracket_libraries_name on bracket_libraries (organization_id, plain(name)) where deleted_at is null;

-- Whose cases may name a library; nobody here: everybody's.
create table bracket_library_members (
  organization_id integer not null,
  bracket_library_id integer not null,
  user_id integer not null references users (id),
  primary key (organization_id, bracket_library_id, user_id),
  foreign key (organization_id, bracket_library_id) references bracket_libraries (organization_id, id)
);
create index bracket_library_members_user on bracket_library_members (user_id);

-- == Cases: patients, holds, Rx forms and their drafts ==

create table patients (
  id integer primary key generated always as identity,
  organization_id integer not null references organizations (id),
  -- The doctor.
  user_id integer references users (id),
  created_by_user_id integer references users (id),
  -- The third-party lab that some part of the case is assigned to; it sees the case.
  partner_organization_id integer references organizations (id),
  first_name text not null,
  last_name text not null,
  full_name text not null generated always as (first_name || ' ' || last_name) stored,
  name_key text not null generated always as (plain(first_name) || ' ' || plain(last_name)) stored,
  numeric_suffix integer check (numeric_suffix > 0),
  case_number_text text not null default '',
  patient_status_id integer not null check (patient_status_id between 1 and 5),
  status_updated_at timestamptz not null default now(),
  setup_completed_at timestamptz,
  completed_at timestamptz,
  is_on_hold boolean not null default false,
  doctor_notes text not null default '',
  management_notes text not null default '',
  internal_notes text not null default '',
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the doctor asked for changes that are still to be made: for the tag, the filter, and Notify (cases/changes-asked).
  changes_asked_at timestamptz,
  unique (organization_id, id)
);
-- One suffix per name in an organization, archived cases included.
create unique index patients_name_suffix on patients (organization_id, name_key, coalesce(numeric_suffix, 0));
create index patients_doctor on patients (organization_id, user_id);

create table on_hold_notes (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  name text not null,
  note text not null,
  is_on_hold_reason boolean not null,
  created_at timestamptz not null default now(),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index on_hold_notes_patient on on_hold_notes (organization_id, patient_id);

create table rx_forms (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  status_id integer not null check (status_id between 1 and 5),
  status_updated_at timestamptz not null default now(),
  created_by_user_id integer references users (id),
  location_id integer,
  impression_date date not null,
  submission_completed_by integer not null check (submission_completed_by between 1 and 3),
  impression_type integer not null check (impression_type in (1, 2, 4)),
  scan_submission_type integer check (scan_submission_type in (1, 2)),
  scanner_type integer check (scanner_type between 1 and 7),
  custom_scanner_type_name text not null default '',
  products_list integer not null default 0,
  addon_options integer not null default 0,
  order_more_supplies boolean not null default false,
  boxes integer,
  box_size text check (box_size in ('small','large')),
  impression_baggies integer,
  jaws_id integer not null check (jaws_id between 1 and 3),
  arch_mode integer not null check (arch_mode between 1 and 4),
  rush_case boolean not null default false,
  rush_case_authorized_by text not null default '',
  export_type integer check (export_type between 1 and 3),
  print_assignment integer check (print_assignment between 1 and 3),
  insert_brackets_assignment integer check (insert_brackets_assignment between 1 and 3),
  root_integration boolean not null default false,
  bracket_libraries integer[] not null default '{}',
  bonding_date date,
  arrival_date date,
  ship_date date,
  shipping_location_id integer,
  shipping_method text,
  special_instructions text not null default '',
  ready_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What a case costs, line by line in cents, and by which list: fixed at submit, priced anew by a change of the form.
  price_list integer,
  price_lines jsonb,
  -- What a form says of single teeth (rx-form/teeth): entries of packages/contract/src/rx-forms/teeth.ts.
  tooth_chart jsonb not null default '[]',
  -- By when the setup of a case is to be approved, planned with its arrival, and the last such moment that its doctor was
  -- reminded of (cases/approve-by).
  approve_by timestamptz,
  approve_by_told timestamptz,
  unique (organization_id, id),
  unique (organization_id, patient_id),
  foreign key (organization_id, patient_id) references patients (organization_id, id),
  foreign key (organization_id, location_id) references locations (organization_id, id),
  foreign key (organization_id, shipping_location_id) references locations (organization_id, id),
  constraint rx_forms_price_list foreign key (price_list) references price_lists (version)
);
create index rx_forms_created on rx_forms (organization_id, created_at desc, id desc);
create index rx_forms_newest on rx_forms (created_at desc, id desc);
create index rx_forms_open_location on rx_forms (organization_id, location_id) where status_id in (1, 2, 3);
create index rx_forms_open_shipping_location on rx_forms (organization_id, shipping_location_id) where status_id in (1, 2, 3);

-- Changes of submitted Rx forms, and who read them (rx-form/revisions).
create table rx_form_revisions (
  organization_id integer not null,
  patient_id integer not null,
  -- The form's version since this change.
  version integer not null,
  at timestamptz not null,
  user_id integer references users (id),
  user_name text not null,
  after_approval boolean not null,
  -- What people read: field, label, from, to.
  changes jsonb not null,
  -- The whole form as it was before.
  before jsonb not null,
  price_lines_before jsonb,
  primary key (organization_id, patient_id, version),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);

-- Up to which version somebody has confirmed to have read a form's changes, each time they did.
create table rx_form_reads (
  organization_id integer not null,
  patient_id integer not null,
  version integer not null,
  user_id integer not null references users (id),
  user_name text not null,
  at timestamptz not null,
  primary key (organization_id, patient_id, version, user_id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);

-- Several drafts of a person at a practice, each under a key that the page chose: a second patient can be begun while the
-- first one waits (rx-form/draft). A draft that was thrown away can be brought back for a day.
create table case_drafts (
  organization_id integer not null references organizations (id),
  user_id integer not null references users (id),
  key text not null check (key ~ '^[a-z0-9]{1,32}$'),
  data jsonb not null,
  updated_at timestamptz not null default now(),
  discarded_at timestamptz,
  -- Which page wrote a draft last: two pages with one draft see each other (rx-form/two-pages). The key of a case
  -- that was submitted is kept for a day, without its data: a page that still shows the draft neither brings it back nor
  -- submits it a second time.
  page text,
  submitted_at timestamptz,
  primary key (organization_id, user_id, key)
);
create index case_drafts_discarded on case_drafts (discarded_at) where discarded_at is not null;

-- Who was shown which setup of a case last: an approval looks first (cases/looks-first).
create table setup_looks (
  organization_id integer not null,
  patient_id integer not null,
  user_id integer not null references users (id),
  -- Hash of the setup's files, as a decision names it.
  setup text not null check (length(setup) <= 32),
  at timestamptz not null default now(),
  primary key (organization_id, patient_id, user_id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);

-- What the desktop application notes about a treatment; read here, never written (cases/treatment-notes).
create table treatment_notes (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  note text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index treatment_notes_of_case on treatment_notes (organization_id, patient_id);

-- == Files: uploads, scans and photos ==

-- Storage keys are made by the server; names given by users are only data.
create table uploads (
  file_path text primary key,
  organization_id integer not null references organizations (id),
  user_id integer not null references users (id),
  -- Null while the case does not exist yet (intake form).
  patient_id integer,
  purpose text not null check (purpose in ('scan','photo','report')),
  name text not null,
  size bigint not null check (size > 0),
  content_type text not null,
  sha256 text not null,
  part_size integer,
  parts integer not null default 1,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  registered_at timestamptz
);
create index uploads_waiting on uploads (created_at) where registered_at is null;

create table patient_files (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  patient_file_type_id integer not null check (patient_file_type_id between 1 and 4),
  kind text check (kind in ('submission','setup','correction','bite')),
  jaws_id integer check (jaws_id between 1 and 3),
  name text not null,
  original_name text not null,
  caption text not null default '',
  size bigint not null,
  sha256 text not null,
  content_type text not null,
  storage_key text not null unique,
  mesh_key text,
  thumbnail_key text,
  display_key text,
  processing text not null default 'waiting' check (processing in ('waiting','ready','flagged','kept')),
  problem text,
  report jsonb,
  viewer_id text,
  uploaded_by integer references users (id),
  file_modification_date timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Why a scan is sent although its check before the upload had a remark, in the words of who sent it.
  check_note text not null default '',
  -- A first picture of a large scan: some thousand triangles that arrive at once, before the whole web mesh.
  coarse_mesh_key text,
  -- How often the check of a file was broken off by the machine, not by the file; the third time flags it.
  check_attempts integer not null default 0,
  -- What a photo shows, and the version that an edit of it is based on (scans/photo-views).
  photo_view text check (photo_view in
    ('frontal','smile','profile','intraoral_frontal','right_buccal','left_buccal','upper_occlusal','lower_occlusal')),
  version integer not null default 1,
  unique (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index patient_files_patient on patient_files (organization_id, patient_id);
create index patient_files_scene on patient_files (viewer_id) where viewer_id is not null;
create index patient_files_same_bytes on patient_files (organization_id, sha256) where thumbnail_key is not null;
-- Files that wait for their check, by organization: whose turn is next, and who waits too long.
create index patient_files_waiting on patient_files (organization_id, created_at) where processing = 'waiting';
-- The newest files of all cases, for the list of files.
create index patient_files_newest on patient_files (created_at desc, id desc) where deleted_at is null;

-- == Customer requests, prints and the work on them ==

create table customer_requests (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  status_id integer not null default 1 check (status_id between 1 and 3),
  created_by_user_id integer references users (id),
  cancel_reason text not null default '',
  completed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index customer_requests_patient on customer_requests (organization_id, patient_id);
-- The list of requests (requests/list): those of all practices and of one, the last changed first; the newest of all.
create index customer_requests_changed on customer_requests (updated_at, id);
create index customer_requests_changed_here on customer_requests (organization_id, updated_at, id);
create index customer_requests_made on customer_requests (created_at, id);

create table printing_requests (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  customer_request_id integer not null,
  status_id integer not null default 1 check (status_id between 1 and 4),
  -- Who prints: 1 own lab, 2 in-office, 3 third party.
  assignment integer not null check (assignment between 1 and 3),
  location_id integer,
  shipping_method text,
  expected_arrival_date date,
  delivery_date_from date,
  delivery_date_to date,
  ship_date date,
  tracking_number text,
  custom_shipping_fee_cents integer check (custom_shipping_fee_cents >= 0),
  patient_label_printed_at timestamptz,
  shipping_label_printed_at timestamptz,
  completed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Since when a print stands in its state: the age chip counts from there, not from the last save (work/age). Empty for a
  -- print that is New, or was completed: then it was created, or completed.
  status_updated_at timestamptz,
  unique (organization_id, id),
  unique (organization_id, customer_request_id),
  -- A parcel that left has its number (requests/complete).
  check (status_id <> 3 or assignment = 2 or tracking_number is not null),
  foreign key (organization_id, patient_id) references patients (organization_id, id),
  foreign key (organization_id, customer_request_id) references customer_requests (organization_id, id),
  foreign key (organization_id, location_id) references locations (organization_id, id)
);
create index printing_requests_patient on printing_requests (organization_id, patient_id);
create index printing_requests_newest on printing_requests (updated_at desc, id desc);
create index printing_requests_created on printing_requests (created_at);
create index printing_requests_shipped on printing_requests (completed_at) include (patient_id)
  where status_id = 3 and tracking_number is not null;
create index printing_requests_open_location on printing_requests (organization_id, location_id) where status_id in (1, 2);
-- The tracking number of a parcel, as a carrier's page shows it, finds its case (work/search).
create index printing_requests_tracking on printing_requests (upper(tracking_number))
  where tracking_number is not null;

create table printing_request_items (
  id integer primary key generated always as identity,
  organization_id integer not null,
  printing_request_id integer not null,
  jaw_type_id integer not null check (jaw_type_id in (1, 2)),
  content_type_id integer not null check (content_type_id between 1 and 5),
  insert_brackets boolean not null default false,
  file_id integer,
  foreign key (organization_id, printing_request_id) references printing_requests (organization_id, id),
  foreign key (organization_id, file_id) references patient_files (organization_id, id)
);
create index printing_request_items_request on printing_request_items (organization_id, printing_request_id);
create index printing_request_items_file on printing_request_items (organization_id, file_id);

create table tech_workflows (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  kind text not null check (kind in ('initial_case_setup','printing_request','flawed_tray')),
  assigned_to integer references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- The work on a print is a workflow of its own kind.
  printing_request_id integer,
  -- Who saved the steps of a work last: named where somebody else's edits of the same steps meet theirs (work/conflict).
  saved_by integer references users (id),
  unique (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id),
  foreign key (organization_id, printing_request_id) references printing_requests (organization_id, id)
);
create index tech_workflows_patient on tech_workflows (organization_id, patient_id);
create unique index tech_workflows_print on tech_workflows (organization_id, printing_request_id) where printing_request_id is not null;

create table tech_workflow_processes (
  id integer primary key generated always as identity,
  organization_id integer not null,
  tech_workflow_id integer not null,
  position integer not null,
  step text not null,
  process text not null,
  user_id integer references users (id),
  started_at timestamptz,
  finished_at timestamptz,
  unique (tech_workflow_id, position),
  check (finished_at is null or (started_at is not null and started_at < finished_at)),
  foreign key (organization_id, tech_workflow_id) references tech_workflows (organization_id, id)
);
create index tech_workflow_processes_workflow on tech_workflow_processes (organization_id, tech_workflow_id);

-- == The viewer: share links, pins, measurements, bites ==

-- Links that show one scene of a case to somebody without an account, without the patient's name. Tokens are stored hashed.
create table share_links (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  kind text not null check (kind in ('submission','setup','correction')),
  token_hash bytea not null unique,
  -- What its maker calls it: "Dr. Example", "the parents".
  label text not null default '',
  created_by integer not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views integer not null default 0,
  last_viewed_at timestamptz,
  unique (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index share_links_patient on share_links (organization_id, patient_id);

-- Comments at points of a case's scans. A removed one keeps its row: its number is not given again.
create table pins (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  number integer not null check (number > 0),
  file_id integer not null,
  -- Millimeters in the coordinates of the scan's file.
  x double precision not null check (x between -1000 and 1000),
  y double precision not null check (y between -1000 and 1000),
  z double precision not null check (z between -1000 and 1000),
  text text not null check (length(text) between 1 and 1000),
  created_by integer not null references users (id),
  created_at timestamptz not null,
  done_by integer references users (id),
  done_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  unique (organization_id, id),
  unique (organization_id, patient_id, number),
  check ((done_at is null) = (done_by is null)),
  foreign key (organization_id, patient_id) references patients (organization_id, id),
  foreign key (organization_id, file_id) references patient_files (organization_id, id)
);
create index pins_file on pins (organization_id, file_id);

-- Figures taken on a case's scans. What a removed or replaced one said stands in the history; its row stays, too.
create table measurements (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  scan_kind text not null check (scan_kind in ('submission', 'setup', 'correction')),
  kind text not null check (kind in ('distance', 'angle', 'arch_width', 'tooth_size')),
  jaw text check (jaw in ('upper', 'lower')),
  arch_place text check (arch_place in ('canines', 'first_premolars', 'second_premolars', 'first_molars')),
  -- Universal numbering.
  tooth smallint check (tooth between 1 and 32),
  created_by integer not null references users (id),
  created_at timestamptz not null,
  deleted_at timestamptz,
  unique (organization_id, id),
  check ((jaw is not null) = (kind in ('arch_width', 'tooth_size'))),
  check ((arch_place is not null) = (kind = 'arch_width')),
  check ((tooth is not null) = (kind = 'tooth_size')),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index measurements_of_case on measurements (organization_id, patient_id) where deleted_at is null;
create unique index one_arch_width_of_a_place on measurements (organization_id, patient_id, scan_kind, jaw, arch_place)
  where kind = 'arch_width' and deleted_at is null;
create unique index one_size_of_a_tooth on measurements (organization_id, patient_id, scan_kind, tooth)
  where kind = 'tooth_size' and deleted_at is null;
create index measurements_patient on measurements (organization_id, patient_id);

-- Where they were taken, in the order the points were set.
create table measurement_points (
  organization_id integer not null,
  patient_id integer not null,
  measurement_id integer not null,
  position smallint not null check (position between 1 and 3),
  file_id integer not null,
  -- Millimeters in the coordinates of the scan's file.
  x double precision not null check (x between -1000 and 1000),
  y double precision not null check (y between -1000 and 1000),
  z double precision not null check (z between -1000 and 1000),
  primary key (organization_id, measurement_id, position),
  foreign key (organization_id, measurement_id) references measurements (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id),
  foreign key (organization_id, file_id) references patient_files (organization_id, id)
);
create index measurement_points_patient on measurement_points (organization_id, patient_id);
create index measurement_points_file on measurement_points (organization_id, file_id);

-- How people placed the arches of a scene: each version stays, the newest counts.
create table bites (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  scan_kind text not null check (scan_kind in ('submission', 'setup', 'correction')),
  version integer not null check (version between 1 and 100000),
  method text not null check (method in ('as_files_lie', 'by_hand', 'three_points', 'buccal_bite', 'as_submitted', 'by_shape')),
  created_by integer not null references users (id),
  created_at timestamptz not null,
  unique (organization_id, id),
  unique (organization_id, patient_id, scan_kind, version),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);

-- Where each scan stands: nine numbers of a rotation, row by row, and millimeters that are added then.
create table bite_places (
  organization_id integer not null,
  patient_id integer not null,
  bite_id integer not null,
  file_id integer not null,
  rotation double precision[] not null check (array_length(rotation, 1) = 9),
  "offset" double precision[] not null check (array_length("offset", 1) = 3),
  primary key (organization_id, bite_id, file_id),
  foreign key (organization_id, bite_id) references bites (organization_id, id),
  foreign key (organization_id, patient_id) references patients (organization_id, id),
  foreign key (organization_id, file_id) references patient_files (organization_id, id)
);
create index bite_places_patient on bite_places (organization_id, patient_id);
create index bite_places_file on bite_places (organization_id, file_id);

-- == Seals of approved cases ==

-- What was approved, as it was then (cases/sealed): one row a case, written with the approval and never changed.
create table case_seals (
  id integer primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  at timestamptz not null,
  event text not null check (event in ('approved', 'setup_completed')),
  user_id integer not null references users (id),
  approved_by text,
  approved_on date,
  rx_form_version integer,
  -- The whole form, price and setup: what they were approved as stands here, whatever becomes of them.
  form jsonb,
  price_list integer references price_lists (version),
  price_lines jsonb,
  files jsonb not null,
  measurements jsonb not null,
  unique (organization_id, id),
  unique (organization_id, patient_id),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index case_seals_user on case_seals (user_id);

-- == Messages between practice and lab ==

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

-- == Trays ==

-- Trays of up to eight cases that the lab prints and ships together (trays/of-eight). The lab's own, across organizations.
create table case_trays (
  id integer primary key generated always as identity,
  tray_number text not null check (tray_number ~ '^[A-Z0-9]{1,10}$'),
  -- The Tray ID under which it ships (trays/tray-id).
  shipping_id_text text unique,
  created_by_user_id integer not null references users (id),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index case_trays_number on case_trays (tray_number) where deleted_at is null;
create index case_trays_list on case_trays (created_at desc, id desc) where deleted_at is null;
create index case_trays_archived on case_trays (created_at desc, id desc) where deleted_at is not null;
create index case_trays_created_by on case_trays (created_by_user_id);

-- What lies, or lay, in a tray: a case is in one at a time, and an archived tray still says what was in it.
create table case_tray_cases (
  organization_id integer not null,
  patient_id integer not null,
  case_tray_id integer not null references case_trays (id),
  position smallint not null check (position between 1 and 8),
  left_at timestamptz,
  primary key (organization_id, patient_id, case_tray_id),
  unique (case_tray_id, position),
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create unique index case_tray_cases_now on case_tray_cases (organization_id, patient_id) where left_at is null;

-- The last Tray ID of each year of the lab.
create table tray_id_sequences (
  year smallint primary key,
  last integer not null
);

-- == Lists: one ready row a case ==

-- One ready row a case: lists, counts and the board read nothing else (docs/decisions/005). `row` is the JSON of the list.
create table case_rows (
  patient_id integer primary key,
  organization_id integer not null,
  doctor_id integer,
  created_by_user_id integer,
  partner_organization_id integer,
  patient_status_id integer not null,
  rx_status_id integer,
  submission_completed_by integer,
  impression_type integer,
  products_list integer not null default 0,
  location_id integer,
  is_on_hold boolean not null,
  rush_case boolean not null,
  archived boolean not null,
  cancelled boolean not null,
  -- Rx form New, In Progress or Pending, or an open customer request; not archived, not cancelled (work/lab-list).
  active boolean not null,
  last_name text not null,
  case_number_text text not null,
  doctor_name text not null,
  organization_name text not null,
  search_text text not null,
  ship_date date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  setup_completed_at timestamptz,
  completed_at timestamptz,
  row jsonb not null,
  -- The dashboard counts cases by these moments, from ready rows alone.
  submitted_at timestamptz,
  -- When the doctor approved the setup, or the lab completed it for them: when the Rx form was completed.
  approved_at timestamptz,
  -- How many prints a case has, and the first and the last moment at which one was asked for, at which one that wants brackets
  -- was, and at which one left with a tracking number: whether any lies in a range follows from these unless there are three.
  prints integer not null default 0,
  print_first_at timestamptz,
  print_last_at timestamptz,
  brackets_first_at timestamptz,
  brackets_last_at timestamptz,
  shipped_first_at timestamptz,
  shipped_last_at timestamptz,
  changes_asked boolean not null default false,
  -- Who prints for a case besides the maker of its setup: a list of "assigned to" looks at both (work/assigned).
  print_assignments integer[] not null default '{}',
  -- Who is to work on a case now: the assignment of its open print, before it of its setup; null while the doctor decides,
  -- nobody may go on, or nothing is left to do (work/late).
  acting integer,
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index case_rows_created on case_rows (created_at desc, patient_id desc);
create index case_rows_organization_created on case_rows (organization_id, created_at desc, patient_id desc);
create index case_rows_organization_status on case_rows (organization_id, patient_status_id, created_at desc);
create index case_rows_updated on case_rows (updated_at desc, patient_id desc);
create index case_rows_partner on case_rows (partner_organization_id, ship_date) where partner_organization_id is not null;
-- An index alone answers only for pages that were vacuumed after their last change: do it after 1 % changed, not 20 %.
alter table case_rows set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
-- All counts of cases from one index alone, whatever the range.
create index case_rows_figures on case_rows (submitted_at)
  include (organization_id, patient_id, created_at, completed_at, impression_type, submission_completed_by, prints,
    print_first_at, print_last_at, brackets_first_at, brackets_last_at, shipped_first_at, shipped_last_at)
  where not archived and not cancelled;
create index case_rows_approved on case_rows (approved_at) include (submitted_at)
  where approved_at is not null and not archived and not cancelled;
-- Lists of what was completed in some days.
create index case_rows_completed on case_rows (completed_at) where completed_at is not null;
-- The first and the last case of each doctor and practice. Archived ones count for how somebody stands.
create index case_rows_standing on case_rows (doctor_id, organization_id, submitted_at) where not cancelled;
-- Few cases are left out of the figures; what counts prints asks whether one of them is meant.
create index case_rows_left_out on case_rows (patient_id) where archived or cancelled;
-- Few cases wait for changes; whoever filters by them reads only these.
create index case_rows_changes_asked on case_rows (organization_id, ship_date, patient_id) where changes_asked;
-- The working list and its total are read from this index alone, whoever prints included; `active` says already that a
-- case is neither archived nor cancelled.
create index case_rows_working_assigned on case_rows (ship_date, created_at, patient_id)
  include (submission_completed_by, print_assignments) where active and not is_on_hold;
-- A search finds cases by patient, number and code, by doctor and by practice (work/search): one index over all of it, also
-- for who may search less. The space lets it find the beginnings of words.
create index case_rows_search_all on case_rows
  using gin ((' ' || search_text || ' | ' || doctor_name || ' | ' || organization_name) gin_trgm_ops);
-- Work that nobody has taken yet, for the lab's home and the list behind it (organizations/waiting): the print where one is
-- open, else the setup; while the lab is to act.
create index case_rows_unassigned on case_rows (ship_date, created_at, patient_id)
  where active and not is_on_hold and patient_status_id <> 3
    and (case when jsonb_typeof(row #> '{workflow_data,printing_request}') = 'object' then row #> '{workflow_data,printing_request,assigned_to}'
      else row #> '{workflow_data,initial_case_setup,assigned_to}' end) = 'null'::jsonb;
-- Open cases by state, for the numbers at the tabs of the lab's list (work/lab-counts): few of all cases, whatever became
-- of the others.
create index case_rows_open on case_rows (patient_status_id) include (archived, cancelled)
  where active;
-- What is late, for the lab's home and the list behind it, with all that the count asks (organizations/waiting).
create index case_rows_acting on case_rows (acting, ship_date, created_at, patient_id)
  include (submission_completed_by, print_assignments) where active and not is_on_hold and patient_status_id <> 3;

-- == Records: history, logs, queued work, stored answers ==

-- Three tables, three purposes: what people read (case_history), what an auditor reads (audit_log), who looked (access_log).
create table case_history (
  id bigint primary key generated always as identity,
  organization_id integer not null,
  patient_id integer not null,
  at timestamptz not null default now(),
  user_id integer references users (id),
  user_name text not null,
  event text not null,
  from_status text,
  to_status text,
  note text,
  -- What an older version said, for notes.
  data jsonb,
  foreign key (organization_id, patient_id) references patients (organization_id, id)
);
create index case_history_patient on case_history (organization_id, patient_id, id);

create table audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  user_id integer,
  organization_id integer,
  patient_id integer,
  action text not null,
  outcome text not null default 'done' check (outcome in ('done','denied')),
  address text not null default '',
  data jsonb,
  -- What an audited fact is about: the kind of record and its id, for records that are no case. `patient_id` stays for cases.
  subject text,
  subject_id bigint
);
create index audit_log_patient on audit_log (patient_id, at);

-- The application may add lines to the audit log and nothing else (safety/audit). This is the exception, and can do no
-- more: of the lines about a case that is gone already it keeps ids and other numbers, and forgets texts.
create function audit_forget_case(gone integer) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update audit_log a set data = (
      select jsonb_object_agg(d.key, d.value) from jsonb_each(a.data) d where jsonb_typeof(d.value) in ('number', 'boolean'))
    where a.patient_id = gone and a.data is not null and not exists (select 1 from patients p where p.id = gone)
$$;
revoke execute on function audit_forget_case(integer) from public;
grant execute on function audit_forget_case(integer) to archwire_app;

create table access_log (
  id bigint primary key generated always as identity,
  at timestamptz not null,
  user_id integer,
  organization_ids integer[] not null default '{}',
  route text not null,
  ids integer[] not null default '{}',
  address text not null default ''
);
create index access_log_user on access_log (user_id, at);

-- Written with the change, read by one publisher per server: jobs to enqueue and realtime messages to send.
create table outbox (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('job','event')),
  name text not null,
  payload jsonb not null,
  at timestamptz not null default now(),
  -- Jobs of one practice must not keep those of the others waiting: later ones of the same practice come after.
  priority integer not null default 0
);

create table idempotency_keys (
  user_id integer not null references users (id),
  key text not null,
  route text not null,
  body_hash text not null,
  status integer,
  created_at timestamptz not null default now(),
  -- The answer, encrypted under the key that the caller sent, of which only the hash is stored (safety/sealed).
  sealed bytea,
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Calls without a session that were sent with a key (sign-up, new password, invitation): a repeated one is answered as the
-- first was. The row is found by the hash of key, route and body; the answer is sealed under the key itself.
create table public_idempotency_keys (
  key text primary key,
  sealed bytea,
  created_at timestamptz not null default now()
);
create index public_idempotency_keys_age on public_idempotency_keys (created_at);

-- == Notifications, mails, push ==

create table notifications (
  id bigint primary key generated always as identity,
  user_id integer not null references users (id),
  organization_id integer references organizations (id),
  patient_id integer,
  history_id bigint,
  type text not null,
  message text not null,
  link text not null,
  patient_name text,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  -- A notification about a case is deleted with it: a job that is writing one waits for the delete, and then finds no case
  -- (cases/delete).
  constraint notifications_case_fkey foreign key (organization_id, patient_id) references patients (organization_id, id) on delete cascade
);
create index notifications_user on notifications (user_id, id desc);
create unique index notifications_once on notifications (history_id, user_id, type) where history_id is not null;
-- The bell is read in order of time: what jobs write later may have happened earlier (notices/bell).
create index notifications_by_time on notifications (user_id, created_at desc, id desc);
create index notifications_case on notifications (organization_id, patient_id) where patient_id is not null;

create table mails (
  id bigint primary key generated always as identity,
  to_address text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  kind text not null,
  organization_id integer references organizations (id),
  history_id bigint,
  state text not null default 'waiting' check (state in ('waiting','sent','failed')),
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- A mail about a case is deleted with it.
  constraint mails_history_fkey foreign key (history_id) references case_history (id) on delete cascade
);
create unique index mails_once on mails (history_id, kind, to_address) where history_id is not null;
create index mails_waiting on mails (id) where state = 'waiting';
-- Mails that were sent, or failed, whose words are still kept: the hourly sweep empties old ones and looks at no others.
create index mails_with_words on mails (state, sent_at, created_at) where state <> 'waiting' and body_text <> '';

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

-- == The application's role ==

-- Everything it needs, and only INSERT on the logs that must not be rewritten (safety/audit). The role itself is made by
-- the migration runner, because its password does not belong in a file.
grant usage on schema public to archwire_app;
grant select, insert, update, delete on all tables in schema public to archwire_app;
grant usage, select on all sequences in schema public to archwire_app;
revoke select, update, delete, truncate on audit_log, access_log from archwire_app;
alter default privileges in schema public grant select, insert, update, delete on tables to archwire_app;
alter default privileges in schema public grant usage, select on sequences to archwire_app;
