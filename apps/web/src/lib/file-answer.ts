/** A file that the portal answered: its name, its type, its bytes. */
export interface FileAnswer {
  name: string
  type: string
  bytes: Uint8Array
}

/** Whether the answer is a file to be kept, not JSON. */
export const isFile = ({ ok, headers }: Response): boolean =>
  ok && headers.get('content-disposition')?.startsWith('attachment') === true

/** The file that an answer holds, under the name that the portal gave it. */
export async function fileOf(response: Response): Promise<FileAnswer> {
  const { headers } = response
  const [, encoded = ''] = /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '') ?? []
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { name: decodeURIComponent(encoded), type: headers.get('content-type') ?? '', bytes }
}

/** Hands a file to the browser, which stores it. */
export function saveFile({ name, type, bytes }: FileAnswer): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
