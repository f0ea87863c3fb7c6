import { bracketLibraries } from '@archwire/contract/bracket-libraries/routes.ts'
import type { Serve } from '../../http/serve.ts'
import type { Storage } from '../../services/storage/index.ts'
import { createUpload } from '../files/index.ts'
import { addLibrary, changeLibrary, deleteLibrary, permitChange, sealLibrary } from './commands.ts'
import { findLibrary, giveDownloadLink, listAssignable, listLibraries } from './queries.ts'

/** Registers the calls about the bracket libraries of practices. */
export function bracketLibraryRoutes(serve: Serve, storage: Storage): void {
  serve(bracketLibraries.list, async ({ db, actor, params }) => ({
    bracket_libraries: await listLibraries(db, actor, params.id),
  }))

  serve(bracketLibraries.uploadLink, async ({ db, actor, params, query }) => {
    await permitChange(db, actor, params.id)
    return createUpload(db, storage, actor, {
      ...query,
      organizationId: params.id,
      patientId: null,
      purpose: 'library',
    })
  })

  serve(bracketLibraries.assignableMembers, async ({ db, actor, params }) => ({
    members: await listAssignable(db, actor, params.id),
  }))

  serve(bracketLibraries.create, {
    prepare: ({ db, actor, params, body }) =>
      sealLibrary(db, actor, storage, { organizationId: params.id, file_path: body.file_path }),
    handle: async ({ trx, actor, params, body }) => {
      const libraryId = await addLibrary(trx, actor, params.id, body)
      return {
        bracket_library: await findLibrary(trx, actor, { ...params, libraryId }),
        message: 'The bracket library is added.',
      }
    },
  })

  serve(bracketLibraries.update, async ({ trx, actor, params, body }) => {
    await changeLibrary(trx, actor, params, body)
    return {
      bracket_library: await findLibrary(trx, actor, params),
      message: 'The bracket library is saved.',
    }
  })

  serve(bracketLibraries.remove, async ({ trx, actor, params }) => {
    await deleteLibrary(trx, actor, params)
    return { message: 'The bracket library is deleted.' }
  })

  serve(bracketLibraries.downloadLink, async ({ db, actor, params }) => ({
    url: await giveDownloadLink(db, actor, storage, params),
  }))
}
