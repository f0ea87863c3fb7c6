import { z } from 'zod'
import { ScanPlace } from '../bites/routes.ts'
import { type BiteMethod, biteMethods } from '../bites/methods.ts'
import { Instant } from '../core/fields.ts'
import { get } from '../core/route.ts'
import { scanKinds } from '../patient-files/types.ts'
import { seesCases } from '../required-permissions.ts'
import { Author } from '../users/author.ts'

/** One scan of a scene, with links valid for five minutes. */
export const SceneFile = z.strictObject({
  id: z.int(),
  name: z.string(),
  jaws_id: z.literal([1, 2, 3]),
  mesh_url: z.string(),
  /** A first picture of a large scan, shown until the whole mesh is there. */
  coarse_url: z.string().nullable(),
  triangles: z.int(),
  /** Where a person placed it; null where its shape decides. */
  place: ScanPlace.nullable(),
})

/** Who placed the arches of a scene, how and when; null where their shapes decide. */
export const SceneBite = z.strictObject({
  version: z.int(),
  method: z.enum(Object.keys(biteMethods) as [BiteMethod, ...BiteMethod[]]),
  created_at: Instant,
  /** Not told on shared links. */
  author: Author.nullable(),
})

/** One picture in the 3D viewer: all processed scans of one case and one kind. */
export const Scene = z.strictObject({
  viewer_id: z.string(),
  kind: z.enum(scanKinds),
  label: z.string(),
  patient_id: z.int(),
  organization_id: z.int(),
  files: z.array(SceneFile.extend({ flagged: z.boolean(), message: z.string().nullable() })),
  bite: SceneBite.nullable(),
  /** Bite scans of this case, by which its arches can be placed. */
  bite_scans: z.array(z.strictObject({ id: z.int(), name: z.string(), mesh_url: z.string() })),
  /** The other scenes of this case that this one can be compared with. */
  others: z.array(z.strictObject({ viewer_id: z.string(), kind: z.enum(scanKinds), label: z.string() })),
})
export type Scene = z.infer<typeof Scene>

export const viewer = {
  scene: get('/scenes/{viewer_id}', {
    shows: ['case'],
    summary: 'The meshes of one scene, with links valid for five minutes',
    rules: ['scans/scene', 'scans/bite', 'scans/bytes-out'],
    needs: seesCases,
    params: z.strictObject({
      /** The scene’s id, as a case and its files name it. */
      viewer_id: z.string().regex(/^[0-9a-f]{32}$/),
    }),
    returns: z.strictObject({ scene: Scene }),
    example: { params: { viewer_id: '00000000000000000000000000000000' } },
  }),
}
