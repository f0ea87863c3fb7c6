import { viewer } from '@archwire/contract/viewer/routes.ts'
import type { Serve } from '../../http/serve.ts'
import type { Storage } from '../../services/storage/index.ts'
import { findScene } from './queries.ts'

export function viewerRoutes(serve: Serve, storage: Storage): void {
  serve(viewer.scene, async ({ db, actor, params, logRead }) => {
    const scene = await findScene(db, actor, storage, params.viewer_id)
    logRead(scene.patient_id)
    return { scene }
  })
}
