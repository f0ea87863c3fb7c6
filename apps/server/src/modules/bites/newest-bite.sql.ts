import { sql, type RawBuilder } from 'kysely'

/** A row of `bite_places`, named by its alias, as JSON of the contract's `ScanPlace`. */
export function placeJson(alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`jsonb_build_object('offset', to_jsonb(${column('offset')}), 'rotation', jsonb_build_array(
    to_jsonb(${column('rotation')}[1:3]), to_jsonb(${column('rotation')}[4:6]), to_jsonb(${column('rotation')}[7:9])))`
}

/**
 * The newest bite of the case and kind of the row under `alias` (a file, a share link), for a lateral join: `places` holds
 * the place of each scan by the file's id. No row where no one placed the arches, or their shapes decide again.
 */
export const newestBite = (alias: string): RawBuilder<unknown> => biteOf(alias, sql`true`)

/**
 * The same for a row that shows only the scans `files` (an array of ids): the newest bite that places no other scan. One
 * with later scans would move some of these to where they fit scans that are not shown.
 */
export const biteOfFiles = (alias: string, files: RawBuilder<unknown>): RawBuilder<unknown> =>
  biteOf(
    alias,
    sql`not exists (select 1 from bite_places t where t.organization_id = b.organization_id and t.bite_id = b.id
      and t.file_id <> all(${files}))`,
  )

function biteOf(alias: string, which: RawBuilder<unknown>): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`
    select n.version, n.method, n.created_by, iso(n.created_at) as created_at,
      (select jsonb_object_agg(t.file_id, ${placeJson('t')}) from bite_places t
        where t.organization_id = n.organization_id and t.bite_id = n.id) as places
    from (select b.* from bites b where b.organization_id = ${column('organization_id')} and b.patient_id = ${column('patient_id')}
      and b.scan_kind = ${column('kind')} and ${which} order by b.version desc limit 1) n
    where n.method <> 'by_shape'`
}
