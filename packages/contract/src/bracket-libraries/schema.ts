import { z } from 'zod'
import { actions, Instant } from '../core/fields.ts'
import { bodyOf, editOf } from '../core/record-schema.ts'
import { filePath, uploadKeys } from '../patient-files/schema.ts'
import { libraryFields } from './fields.ts'

/** A set of brackets that a practice bonds, as the lab's program knows it. */
export const BracketLibrary = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** The people whose cases may name it; none: everyone's. People who have left stay in the list, and are not named. */
  member_ids: z.array(z.int()),
  members: z.array(z.strictObject({ id: z.int(), full_name: z.string() })),
})
export type BracketLibrary = z.infer<typeof BracketLibrary>

/** What a person may be able to do with a bracket library now. */
export const libraryActions = ['update', 'delete', 'download'] as const
export type LibraryAction = (typeof libraryActions)[number]

/** A bracket library in the practice's list. */
export const ListedLibrary = BracketLibrary.extend({
  /** Null for libraries that were added without a file. */
  file: z.strictObject({ name: z.string(), size: z.int(), uploaded_at: Instant }).nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  can: actions(...libraryActions),
})
export type ListedLibrary = z.infer<typeof ListedLibrary>

/** A new library, with the upload that is its file. */
export const LibraryBody = bodyOf(libraryFields).extend({ file_path: filePath() })
export type LibraryBody = z.infer<typeof LibraryBody>

/** An edit: omitted fields stay as they are. The file is not replaced. */
export const LibraryEdit = editOf(libraryFields)
export type LibraryEdit = z.infer<typeof LibraryEdit>

const { name, size, type, sha256, file_path } = uploadKeys
/** What a caller declares about a library's file before its bytes travel. */
export const LibraryUpload = z.strictObject({
  /** The file’s name, as its owner calls it. */
  name,
  /** Bytes. */
  size,
  /** The media type that the bytes are sent with. */
  type,
  /** The SHA-256 of the bytes, in hexadecimal. */
  sha256,
  /** The upload whose links are renewed. */
  file_path,
})
