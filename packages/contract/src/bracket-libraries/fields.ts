import { fieldsOf, idList, name } from '../core/record-fields.ts'

/** The most bracket libraries that a practice has. */
export const mostLibraries = 100

/** The editable fields of a bracket library (`rx-form/libraries`); without members it is everyone's. */
export const libraryFields = fieldsOf({
  name: name(),
  member_ids: idList(200),
})
