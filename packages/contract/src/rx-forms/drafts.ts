import { rxFormNames } from './fields.ts'

/** Drafts that one person keeps at one practice. */
export const mostDrafts = 20

/** What a draft keeps beside the values of the form: texts that cannot be read yet, files, the answer about the arches. */
const besideForm = ['texts', 'scans_arrived', 'scans_not_arrived', 'photos_not_arrived', 'arch_answer'] as const
export type DraftPart = (typeof besideForm)[number]

const parts: ReadonlySet<string> = new Set([...rxFormNames, ...besideForm])

/** What is in a draft and is no part of one. */
export const unknownInDraft = (data: object): string[] => Object.keys(data).filter((key) => !parts.has(key))
