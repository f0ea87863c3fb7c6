import { setupSteps } from '@archwire/contract/tech-workflows/steps.ts'
import { firstNames, lastNames } from './names.ts'
import { oneOf, referenceDay, skewed, type Sizes } from './sizes.ts'

const baseProducts = [1, 2, 4, 16, 32]
const notes = [
  '',
  'Please keep the diastema between 11 and 21.',
  'Patient is allergic to nickel. Call the office before changes to the treatment plan.',
  'Upper arch first. Leave 36 out of the setup; it will be extracted in spring. Overcorrect the rotation of 13 by ten degrees.',
]

/** Ids of the states (contract: patients/lifecycle.ts): the younger a case, the likelier it is still in progress. */
const stateByAge = `case
  when age < 2 then case when s < 0.70 then 2 when s < 0.95 then 1 else 3 end
  when age < 7 then case when s < 0.20 then 2 when s < 0.65 then 1 when s < 0.90 then 3 else 4 end
  when age < 21 then case when s < 0.20 then 1 when s < 0.45 then 3 when s < 0.65 then 4 else 5 end
  when age < 60 then case when s < 0.03 then 1 when s < 0.10 then 3 when s < 0.20 then 4 else 5 end
  else case when s < 0.002 then 3 when s < 0.01 then 4 else 5 end end`

/**
 * `plan`: a row per patient with everything that later tables derive from. Two years of cases in order of their ids; a
 * few practices send very many, most send few.
 */
export function planSql({ patients, partners, practices, staff }: Sizes): string[] {
  return [
    `create unlogged table plan as
     with drawn as (
       select i as id, ${partners} + 1 + floor(${practices} * power(pick(i, 1), 2.2))::int as organization_id,
         timestamptz '${referenceDay}' - (1 - (i - pick(i, 2)) / ${patients}) * interval '730 days' as created_at,
         (1 - (i - pick(i, 2)) / ${patients}) * 730 as age, pick(i, 3) as s, pick(i, 4) as a,
         ${skewed(firstNames, 'pick(i, 5)')} as first_name, ${skewed(lastNames, 'pick(i, 6)')} as last_name,
         (array[4, 4, 4, 4, 4, 4, 4, 1, 1, 2])[1 + floor(pick(i, 7) * 10)::int] as impression_type,
         (array[${baseProducts.join(',')}])[1 + floor(pick(i, 8) * ${baseProducts.length})::int] as base_product,
         case when pick(i, 9) < 0.4 then 1 + floor(pick(i, 10) * 3)::int end as export_type, pick(i, 11) < 0.05 as rush,
         pick(i, 12) as h, pick(i, 13) < 0.015 as archived, pick(i, 14) < 0.01 as cancelled
       from generate_series(1, ${patients}) i
     ), placed as (
       select drawn.*, ${stateByAge} as state, organization_id % 5 = 0 as has_partner,
         ${staff + partners} + (organization_id - ${partners} - 1) * 4 + case when a < 0.7 then 1 else 3 end as doctor_id
       from drawn
     )
     select placed.*, case when has_partner and a < 0.35 then 3 when a > 0.92 then 2 else 1 end as assignment,
       h < 0.03 and state < 4 as held, 3 + (id % 18) as technician_id,
       created_at + least(age * 0.5, 12) * interval '1 day' as worked_at, created_at + least(age * 0.8, 18) * interval '1 day' as moved_at,
       nullif(row_number() over (partition by organization_id, plain(first_name) || ' ' || plain(last_name) order by id) - 1, 0)::int as suffix
     from placed`,
    // In-office work has no states before In Progress.
    `update plan set state = 1 where assignment = 2 and state = 2`,
    `create unique index on plan (id)`,
    `analyze plan`,
    `create unlogged table plan_steps as select * from (values ${[1, 2, 4]
      .flatMap((impression_type) =>
        baseProducts.flatMap((products_list) =>
          setupSteps({ impression_type, products_list, addon_options: 0 }).map(
            (step, index) => `(${impression_type}, ${products_list}, ${index + 1}, '${step}')`,
          ),
        ),
      )
      .join(', ')}) x(impression_type, base_product, position, process)`,
  ]
}

/** Patients, Rx forms and what is kept beside them. */
export function caseSql(): string[] {
  return [
    `insert into patients (id, organization_id, user_id, created_by_user_id, partner_organization_id, first_name, last_name, numeric_suffix,
       case_number_text, patient_status_id, status_updated_at, setup_completed_at, completed_at, is_on_hold, doctor_notes, deleted_at,
       created_at, updated_at)
     overriding system value
     select c.id, c.organization_id, c.doctor_id, c.doctor_id, case when c.assignment = 3 then o.third_party_partner_id end,
       c.first_name, c.last_name, c.suffix, case when c.id % 5 < 2 then 'A ' || c.id else '' end, c.state, c.moved_at,
       case when c.state > 3 then c.moved_at end, case when c.state = 5 then c.moved_at end, c.held,
       ${oneOf(notes, 'pick(c.id, 31)')}, case when c.archived then c.moved_at end, c.created_at, c.moved_at
     from plan c join organizations o on o.id = c.organization_id order by c.id`,
    `insert into rx_forms (id, organization_id, patient_id, status_id, status_updated_at, created_by_user_id, location_id, impression_date,
       submission_completed_by, impression_type, scan_submission_type, scanner_type, products_list, jaws_id, arch_mode, rush_case,
       rush_case_authorized_by, export_type, print_assignment, insert_brackets_assignment, arrival_date, ship_date, special_instructions,
       ready_at, completed_at, cancelled_at, created_at, updated_at)
     overriding system value
     select c.id, c.organization_id, c.id, case when c.cancelled then 5 else (array[2, 1, 3, 4, 4])[c.state] end, c.moved_at, c.doctor_id,
       c.organization_id, (c.created_at at time zone 'UTC')::date, c.assignment, c.impression_type,
       case when c.impression_type = 4 then 1 end, case when c.impression_type = 4 then 1 + c.id % 5 end, c.base_product,
       1 + c.id % 3, 1 + c.id % 4, c.rush, case when c.rush then 'The owner' else '' end, c.export_type,
       case when c.export_type is not null then case when c.assignment = 2 then 2 else 1 end end,
       case when c.export_type = 1 then case when c.assignment = 2 then 2 else 1 end end,
       (c.created_at at time zone 'UTC')::date + 10, (c.created_at at time zone 'UTC')::date + 3 + c.id % 8, ${oneOf(notes, 'pick(c.id, 32)')},
       case when c.state > 2 then c.worked_at end, case when c.state > 3 then c.moved_at end, case when c.cancelled then c.moved_at end,
       c.created_at, c.moved_at
     from plan c order by c.id`,
    `insert into patient_files (organization_id, patient_id, patient_file_type_id, kind, jaws_id, name, original_name, size, sha256, content_type,
       storage_key, mesh_key, thumbnail_key, display_key, processing, report, viewer_id, uploaded_by, created_at, updated_at)
     select c.organization_id, c.id, case f.kind when 'photo' then 3 else 2 end, nullif(f.kind, 'photo'), f.jaws, f.name, f.name,
       2000000 + (c.id::bigint * 7919) % 6000000, md5(c.id || f.name) || md5(f.name || c.id), case f.kind when 'photo' then 'image/jpeg' else 'model/stl' end,
       'sealed/' || md5(c.id || f.name) || f.kind, case f.kind when 'photo' then null else 'derived/' || md5(c.id || f.name) || '.mesh' end,
       'derived/' || md5(c.id || f.name) || '.webp', case f.kind when 'photo' then 'derived/' || md5(c.id || f.name) || '.large.webp' end, 'ready',
       case f.kind when 'photo' then null else jsonb_build_object('format', 'binary', 'triangles', 150000 + c.id % 90000, 'bounding_box', null, 'area_mm2', 3000,
         'volume_mm3', null, 'geometry_hash', null, 'verdict', 'pass', 'findings', '[]'::jsonb) end,
       case f.kind when 'photo' then null else substr(md5(c.id || f.kind), 1, 22) end, c.doctor_id, c.created_at, c.created_at
     from plan c, (values ('submission', 1, 'upper.stl'), ('submission', 2, 'lower.stl'), ('setup', 1, 'setup upper.stl'),
       ('setup', 2, 'setup lower.stl'), ('photo', null, 'smile.jpg')) f(kind, jaws, name)
     where case f.kind when 'submission' then c.impression_type = 4 when 'setup' then c.state > 2 else c.id % 5 < 2 end
     order by c.id, f.kind, f.jaws`,
    `insert into on_hold_notes (organization_id, patient_id, name, note, is_on_hold_reason, created_at)
     select organization_id, id, 'Sam Example', 'Waiting for a better scan of the lower jaw', true, moved_at
     from plan where held or h > 0.96 order by id`,
  ]
}
