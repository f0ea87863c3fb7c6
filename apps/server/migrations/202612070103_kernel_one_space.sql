-- Runs of spaces in texts of one line are one space when stored (calls/one-space): what was stored before is joined.
create function pg_temp.joined(value text) returns text language sql immutable strict as
  $$ select btrim(regexp_replace(value, ' {2,}', ' ', 'g')) $$;

update users set first_name = pg_temp.joined(first_name), last_name = pg_temp.joined(last_name)
  where first_name ~ '  ' or last_name ~ '  ';
update organizations set name = pg_temp.joined(name) where name ~ '  ';
update locations set location_name = pg_temp.joined(location_name), first_name = pg_temp.joined(first_name),
    last_name = pg_temp.joined(last_name), street_address = pg_temp.joined(street_address),
    street_address_line_2 = pg_temp.joined(street_address_line_2), city = pg_temp.joined(city)
  where concat_ws('|', location_name, first_name, last_name, street_address, street_address_line_2, city) ~ '  ';
update practice_contacts set first_name = pg_temp.joined(first_name), last_name = pg_temp.joined(last_name)
  where first_name ~ '  ' or last_name ~ '  ';
update billing_addresses set first_name = pg_temp.joined(first_name), last_name = pg_temp.joined(last_name),
    street_address = pg_temp.joined(street_address), street_address_line_2 = pg_temp.joined(street_address_line_2),
    city = pg_temp.joined(city)
  where concat_ws('|', first_name, last_name, street_address, street_address_line_2, city) ~ '  ';
update account_details set organization = pg_temp.joined(organization), first_name = pg_temp.joined(first_name), last_name = pg_temp.joined(last_name),
    street_address = pg_temp.joined(street_address), street_address_line_2 = pg_temp.joined(street_address_line_2),
    city = pg_temp.joined(city)
  where concat_ws('|', organization, first_name, last_name, street_address, street_address_line_2, city) ~ '  ';
-- Names that are unique keep their spaces where another one has the joined name already.
update bracket_libraries b set name = pg_temp.joined(b.name)
  where b.name ~ '  ' and not exists (select 1 from bracket_libraries o where o.organization_id = b.organization_id and o.id <> b.id
    and o.deleted_at is null and plain(pg_temp.joined(o.name)) = plain(pg_temp.joined(b.name)));

-- A patient who gets the name of another one gets the next number, as whoever is added (cases/similar).
do $$
declare
  p record;
  highest integer;
begin
  for p in select id, organization_id, pg_temp.joined(first_name) as first, pg_temp.joined(last_name) as last, numeric_suffix
    from patients where first_name ~ '  ' or last_name ~ '  ' order by id
  loop
    select max(coalesce(o.numeric_suffix, 0)) into highest from patients o
      where o.organization_id = p.organization_id and o.id <> p.id and o.name_key = plain(p.first) || ' ' || plain(p.last);
    update patients set first_name = p.first, last_name = p.last,
        numeric_suffix = case when highest is null then numeric_suffix else highest + 1 end
      where id = p.id;
  end loop;
end $$;
update patients set case_number_text = pg_temp.joined(case_number_text) where case_number_text ~ '  ';

-- The lists: their texts follow what they are built from.
update case_rows c set
    row = regexp_replace(c.row::text, ' {2,}', ' ', 'g')::jsonb || jsonb_build_object('numeric_suffix', p.numeric_suffix,
      'formatted_name', p.last_name || ', ' || p.first_name || coalesce(' (' || p.numeric_suffix || ')', '')),
    last_name = pg_temp.joined(c.last_name), case_number_text = pg_temp.joined(c.case_number_text),
    doctor_name = pg_temp.joined(c.doctor_name), organization_name = pg_temp.joined(c.organization_name),
    search_text = regexp_replace(c.search_text, ' {2,}', ' ', 'g')
  from patients p
  where p.organization_id = c.organization_id and p.id = c.patient_id
    and concat_ws('|', c.row::text, c.search_text, c.doctor_name, c.organization_name) ~ '  ';
