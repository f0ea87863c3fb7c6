/** Shorter parameters stay inline, because a reference would not be shorter. */
const worthANameBytes = 120

interface WithParameters {
  parameters: object[]
}

/** `filter[search]` → `FilterSearch` */
const nameOf = (parameter: object): string =>
  (parameter as { name: string }).name.replaceAll(/(?:^|[^a-z\d]+)([a-z\d]|$)/gi, (_, letter: string) =>
    letter.toUpperCase(),
  )

/**
 * Parameters that several calls have alike, the filters of lists and of what counts their rows, stand once. Replaces them
 * by references; returns them under the name of the field, numbered where calls mean different things by it.
 */
export function shareParameters(operations: WithParameters[]): Record<string, object> {
  const texts = operations.flatMap(({ parameters }) => parameters.map((parameter) => JSON.stringify(parameter)))
  const often = new Set(texts.filter((text, at) => text.length >= worthANameBytes && texts.indexOf(text) !== at))
  const names = new Map<string, string>()
  const shared: Record<string, object> = {}
  const referenceTo = (parameter: object): object => {
    const text = JSON.stringify(parameter)
    if (!often.has(text)) return parameter
    const known = names.get(text)
    if (known) return { $ref: `#/components/parameters/${known}` }
    const plain = nameOf(parameter)
    const same = Object.keys(shared).filter((name) => name.replace(/\d+$/, '') === plain).length
    const name = same === 0 ? plain : `${plain}${same + 1}`
    names.set(text, name)
    shared[name] = parameter
    return { $ref: `#/components/parameters/${name}` }
  }
  for (const operation of operations) operation.parameters = operation.parameters.map(referenceTo)
  return shared
}
