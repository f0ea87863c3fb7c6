export type Arch = 1 | 2 | 3

/** 1 upper, 2 lower, by what scanners and people write into file names; undefined when the name does not say. */
export function guessArch(fileName: string): Arch | undefined {
  const name = fileName.toLowerCase().replace(/\.[^.]+$/, '')
  const upper =
    /upper|maxill?a|maxillary|(^|[^a-z])max([^a-z]|$)|(^|[^a-z])u(j|pper)?([^a-z]|$)|oberkiefer|(^|[^a-z])ok([^a-z]|$)/.test(
      name,
    )
  const lower = /lower|mandib|(^|[^a-z])l(j|ower)?([^a-z]|$)|unterkiefer|(^|[^a-z])uk([^a-z]|$)/.test(name)
  if (upper && lower) return 3
  return upper ? 1 : lower ? 2 : undefined
}
