/** A count with its word: "1 print", "3 prints"; `many` where the plural is more than the word with an s. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
