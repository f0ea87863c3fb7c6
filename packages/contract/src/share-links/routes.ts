import { z } from 'zod'
import { IdParams, Instant, Message, optionalLine } from '../core/fields.ts'
import { del, get, post } from '../core/route.ts'
import { scanKinds } from '../patient-files/types.ts'
import { seesCases } from '../required-permissions.ts'
import { SceneBite, SceneFile } from '../viewer/routes.ts'

/** Links of one case that may be open at a time. */
export const mostOpenLinks = 20

/** A link to one scene of a case for a person without an account. Its address is returned once, when it is created. */
export const ShareLink = z.strictObject({
  id: z.int(),
  kind: z.enum(scanKinds),
  label: z.string(),
  created_by: z.string(),
  created_at: Instant,
  expires_at: Instant,
  revoked_at: Instant.nullable(),
  views: z.int(),
  last_viewed_at: Instant.nullable(),
  /** Whether the link is valid now. */
  open: z.boolean(),
})
export type ShareLink = z.infer<typeof ShareLink>

/** What the holder of a link sees: no name of a person, a practice or a file. */
export const SharedScene = z.strictObject({
  label: z.string(),
  expires_at: Instant,
  files: z.array(SceneFile),
  bite: SceneBite.nullable(),
})
export type SharedScene = z.infer<typeof SharedScene>

export const shareLinks = {
  list: get('/patients/{id}/share_links', {
    shows: ['case@params.id'],
    summary: 'The share links of a case, newest first',
    rules: ['scans/shared'],
    needs: seesCases,
    params: IdParams,
    returns: z.strictObject({ share_links: z.array(ShareLink) }),
  }),
  create: post('/patients/{id}/share_links', {
    changes: ['case'],
    summary: 'Create a link that shows a scene without the patient’s name; its address is returned once',
    rules: ['scans/shared', 'safety/sealed'],
    secret: true,
    needs: seesCases,
    rate: { max: 30, per: 'user' },
    params: IdParams,
    body: z.strictObject({
      kind: z.enum(scanKinds),
      days: z.literal([1, 7, 30]).default(7),
      label: optionalLine(100).default(''),
    }),
    returns: z.strictObject({ share_link: ShareLink, url: z.string(), message: z.string() }),
    example: { body: { kind: 'setup', days: 7, label: 'Dr. Example' } },
  }),
  revoke: del('/share_links/{id}', {
    changes: ['case'],
    summary: 'Close a link; pages that have it open stop showing the scene on their next request',
    rules: ['scans/shared'],
    needs: seesCases,
    params: IdParams,
    returns: Message,
  }),
  scene: get('/shared_scenes/{token}', {
    shows: [],
    summary: 'The scene behind a share link; counts a view',
    rules: ['scans/shared', 'scans/bite'],
    needs: 'public',
    rate: { max: 60, per: 'address' },
    params: z.strictObject({
      /** The key in the link’s address. */
      token: z.string().regex(/^[\w-]{43}$/),
    }),
    returns: z.strictObject({ scene: SharedScene }),
    example: { params: { token: 'A'.repeat(43) }, refused: 404 },
  }),
}
