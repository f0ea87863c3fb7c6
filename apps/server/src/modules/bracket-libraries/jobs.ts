import { z } from 'zod'
import { defineJob, type JobDefinition } from '../../jobs/define.ts'
import { storeLibrary } from './store.ts'

export const bracketLibraryJobs: JobDefinition[] = [
  /** Moves the file of a new library to its final place. */
  defineJob({
    name: 'bracket-libraries.store',
    payload: z.strictObject({ bracket_library_id: z.int() }),
    retry: 'persistent',
    run: ({ db, storage }, { bracket_library_id: id }) => storeLibrary({ db, storage }, id),
  }),
]
