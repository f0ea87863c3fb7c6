import { bracketLibraries } from '@archwire/contract/bracket-libraries/routes.ts'
import type { LibraryBody } from '@archwire/contract/bracket-libraries/schema.ts'
import type { TestApp, TestUser } from './app.ts'
import type { GivenPractice } from './given.ts'
import { unique } from './given/unique.ts'
import { putBytes, saidOf, type NamedBytes } from './send-file.ts'

/** A file that a library may have, with bytes of its own. */
export const zip = (): NamedBytes => ({
  name: 'damon.zip',
  bytes: new TextEncoder().encode(`PK\u0003\u0004 brackets ${unique()}`),
})

/** What a refusal answers. */
export const refused = (status: number, error: unknown) => ({ status, body: { error } })

/** The calls about the bracket libraries of a practice, as its page makes them. */
export function libraryCalls(test: TestApp, practice: GivenPractice) {
  const at = { params: { id: practice.id } }
  const one = (id: number) => ({ params: { id: practice.id, libraryId: id } })
  const link = (who: TestUser, file: NamedBytes = zip()) =>
    test.as(who).call(bracketLibraries.uploadLink, { ...at, query: saidOf(file) })
  /** Uploads a file; returns what it is registered by. */
  const upload = async (who: TestUser, file: NamedBytes = zip()) =>
    putBytes(test, (await link(who, file)).body, file.bytes)
  const register = (who: TestUser, file_path: string, change: Partial<LibraryBody> = {}) =>
    test.as(who).call(bracketLibraries.create, { ...at, body: { name: `Library ${unique()}`, file_path, ...change } })
  return {
    link,
    upload,
    register,
    add: async (who = practice.owner, change: Partial<LibraryBody> = {}) =>
      (await register(who, await upload(who), change)).body.bracket_library,
    list: (who: TestUser) => test.as(who).call(bracketLibraries.list, at),
    assignable: (who: TestUser) => test.as(who).call(bracketLibraries.assignableMembers, at),
    change: (who: TestUser, id: number, body: object) =>
      test.as(who).call(bracketLibraries.update, { ...one(id), body }),
    remove: (who: TestUser, id: number) => test.as(who).call(bracketLibraries.remove, one(id)),
    download: (who: TestUser, id: number) => test.as(who).call(bracketLibraries.downloadLink, one(id)),
  }
}
export type LibraryCalls = ReturnType<typeof libraryCalls>
