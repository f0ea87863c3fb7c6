import type { ScanPlace } from '@archwire/contract/bites/routes.ts'
import type { Scene } from '@archwire/contract/viewer/routes.ts'
import {
  desktopSceneLabel,
  patientFileTypes,
  scanKindLabels,
  type ScanKind,
} from '@archwire/contract/patient-files/types.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import { NotFound } from '../../kernel/errors.ts'
import type { Storage } from '../../services/storage/index.ts'
import { newestBite } from '../bites/index.ts'
import { authorJson } from '../users/index.ts'

interface SceneFile {
  patient_id: number
  organization_id: number
  kind: ScanKind
  patient_file_type_id: number
  id: number
  name: string
  jaws_id: 1 | 2 | 3 | null
  mesh_key: string
  coarse_mesh_key: string | null
  triangles: number | null
  processing: string
  problem: string | null
  place: ScanPlace | null
  /** The scene’s, on each of its files. */
  bite: Scene['bite']
  bite_role: UserRole | null
  others: { viewer_id: string; kind: ScanKind; patient_file_type_id: number }[]
  bite_scans: { id: number; name: string; mesh_key: string }[]
}

/** The scans of one scene and how its arches were placed, if its case is in reach. */
const readScene = async (db: Db, actor: Actor, viewerId: string): Promise<SceneFile[]> =>
  (
    await sql<SceneFile>`
    select pf.patient_id, pf.organization_id, pf.kind, pf.patient_file_type_id, pf.id, pf.name, pf.jaws_id, pf.mesh_key, pf.coarse_mesh_key, (pf.report ->> 'triangles')::int as triangles,
      pf.processing, pf.problem, bite.places -> pf.id::text as place, a.role as bite_role,
      case when bite.version is not null then jsonb_build_object('version', bite.version, 'method', bite.method,
        'created_at', bite.created_at, 'author', ${authorJson('a')}) end as bite,
      (select coalesce(jsonb_agg(distinct jsonb_build_object('viewer_id', o.viewer_id, 'kind', o.kind,
        'patient_file_type_id', o.patient_file_type_id)), '[]')
        from patient_files o where o.organization_id = pf.organization_id and o.patient_id = pf.patient_id
          and o.viewer_id <> pf.viewer_id and o.mesh_key is not null and o.deleted_at is null) as others,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'mesh_key', s.mesh_key) order by s.id), '[]')
        from patient_files s where s.organization_id = pf.organization_id and s.patient_id = pf.patient_id
          and s.kind = 'bite' and s.mesh_key is not null and s.deleted_at is null) as bite_scans
    from patient_files pf join ${rows(actor.scope, 'patients', 'p')} on p.organization_id = pf.organization_id and p.id = pf.patient_id
    left join lateral (${newestBite('pf')}) bite on true
    left join users a on a.id = bite.created_by
    where pf.viewer_id = ${viewerId} and pf.deleted_at is null and pf.mesh_key is not null
    order by pf.jaws_id, pf.id`.execute(db)
  ).rows

/** One scene with links to the pictures and meshes of its scans. @throws NotFound for one of a case out of reach */
export async function findScene(db: Db, actor: Actor, storage: Storage, viewerId: string): Promise<Scene> {
  const meshLink = (key: string) => storage.getLink(key, { type: 'model/gltf-binary', inline: true })
  const files = await readScene(db, actor, viewerId)
  const [first] = files
  if (!first) throw new NotFound('This scene')
  return {
    viewer_id: viewerId,
    kind: first.kind,
    label: labelOf(first),
    patient_id: first.patient_id,
    organization_id: first.organization_id,
    files: await Promise.all(
      files.map(async (file) => ({
        id: file.id,
        name: file.name,
        jaws_id: file.jaws_id ?? 3,
        mesh_url: await meshLink(file.mesh_key),
        coarse_url: file.coarse_mesh_key && (await meshLink(file.coarse_mesh_key)),
        triangles: file.triangles ?? 0,
        place: file.place,
        flagged: file.processing === 'flagged',
        message: file.problem,
      })),
    ),
    bite: biteFor(actor, first),
    bite_scans: await Promise.all(
      first.bite_scans.map(async ({ id, name, mesh_key }) => ({ id, name, mesh_url: await meshLink(mesh_key) })),
    ),
    others: first.others.map((other) => ({ viewer_id: other.viewer_id, kind: other.kind, label: labelOf(other) })),
  }
}

/** Desktop files are a scene of their own, beside the scans that they may have been made from (`scans/desktop-scene`). */
const labelOf = ({ kind, patient_file_type_id: type }: Pick<SceneFile, 'kind' | 'patient_file_type_id'>): string =>
  type === patientFileTypes.ios.id ? desktopSceneLabel : scanKindLabels[kind]

/** The bite of a scene with its author's name as the actor may know it. */
function biteFor(actor: Actor, { bite, bite_role: role }: SceneFile): Scene['bite'] {
  if (!bite?.author) return bite
  return { ...bite, author: { ...bite.author, full_name: nameOfDoer(actor, { name: bite.author.full_name, role }) } }
}
