/** What is printed (`requests/items`): export types, aligner models, and product 64. */
export const contentTypes = [
  { id: 1, label: 'Trays' },
  { id: 2, label: 'Guides' },
  { id: 3, label: 'Brackets' },
  { id: 4, label: 'Aligner Models' },
  { id: 5, label: 'Study Model' },
] as const

export const contentType = { trays: 1, studyModel: 5 } as const
