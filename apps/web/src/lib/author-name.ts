import { labName } from '@archwire/contract/rx-forms/options.ts'
import type { Author } from '@archwire/contract/users/author.ts'

/** Who wrote or did something on a case: "Lab: Tina Tech" to the lab's own people, to others the lab as such. */
export const authorName = ({ full_name, is_management }: Pick<Author, 'full_name' | 'is_management'>): string =>
  is_management && full_name !== labName ? `Lab: ${full_name}` : full_name
