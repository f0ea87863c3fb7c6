import { z } from 'zod'
import { IdParams, Message } from '../core/fields.ts'
import { del, get, post, put } from '../core/route.ts'
import { UploadLink, uploadRate } from '../patient-files/schema.ts'
import { managesLibraries, startsCases } from '../required-permissions.ts'
import { LibraryBody, LibraryEdit, LibraryUpload, ListedLibrary } from './schema.ts'

export type { BracketLibrary } from './schema.ts'

const LibraryParams = IdParams.extend({
  /** The bracket library’s id. */
  libraryId: IdParams.shape.id,
})
const LibraryAnswer = z.strictObject({ bracket_library: ListedLibrary, message: z.string() })
const managing = ['rx-form/who-libraries', 'organizations/disabled'] as const
const sha = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

export const bracketLibraries = {
  list: get('/organizations/{id}/bracket-libraries', {
    shows: ['organization@params.id', 'user'],
    summary: 'The bracket libraries of a practice, by name',
    rules: ['rx-form/libraries', 'rx-form/who-libraries'],
    needs: startsCases,
    params: IdParams,
    returns: z.strictObject({ bracket_libraries: z.array(ListedLibrary) }),
  }),
  uploadLink: get('/organizations/{id}/bracket-libraries/upload_link', {
    shows: [],
    summary: 'Get an upload link for the file of a bracket library',
    rules: ['rx-form/library-files', ...managing],
    needs: managesLibraries,
    params: IdParams,
    query: LibraryUpload,
    returns: UploadLink,
    rate: uploadRate,
    example: { query: { name: 'damon-q2.zip', size: 84, sha256: sha } },
  }),
  assignableMembers: get('/organizations/{id}/bracket-libraries/assignable_members', {
    shows: ['organization@params.id', 'user'],
    summary: 'The people of a practice to whom a bracket library can be assigned, by last name',
    rules: ['rx-form/libraries', ...managing],
    needs: managesLibraries,
    params: IdParams,
    returns: z.strictObject({
      members: z.array(z.strictObject({ id: z.int(), full_name: z.string(), is_doctor: z.boolean() })),
    }),
  }),
  create: post('/organizations/{id}/bracket-libraries', {
    changes: ['organization'],
    summary: 'Add a bracket library with its uploaded file',
    rules: ['rx-form/library-files', 'rx-form/libraries', ...managing],
    needs: managesLibraries,
    params: IdParams,
    body: LibraryBody,
    returns: LibraryAnswer,
    rate: { max: 60, per: 'user' },
    // An upload takes bytes, which no example can send.
    example: {
      body: { name: 'Damon Q2, .022 slot', member_ids: [1], file_path: 'unknown-upload-00000000' },
      refused: 422,
    },
  }),
  update: put('/organizations/{id}/bracket-libraries/{libraryId}', {
    changes: ['organization'],
    summary: 'Rename a bracket library, or assign it to people',
    rules: ['rx-form/libraries', ...managing],
    needs: managesLibraries,
    params: LibraryParams,
    body: LibraryEdit,
    returns: LibraryAnswer,
    example: { body: { name: 'Damon Q2, .018 slot', member_ids: [1] } },
  }),
  remove: del('/organizations/{id}/bracket-libraries/{libraryId}', {
    changes: ['organization'],
    summary: 'Delete a bracket library; cases that name it keep it',
    rules: ['rx-form/libraries', ...managing],
    needs: managesLibraries,
    params: LibraryParams,
    returns: Message,
  }),
  downloadLink: get('/organizations/{id}/bracket-libraries/{libraryId}/download_link', {
    shows: [],
    summary: 'Get a link to the file of a bracket library',
    rules: ['rx-form/library-files', 'rx-form/who-libraries'],
    needs: startsCases,
    params: LibraryParams,
    returns: z.strictObject({ url: z.string() }),
  }),
}
