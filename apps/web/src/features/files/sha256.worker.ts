import { Sha256 } from './sha256.ts'

/** Hashes files away from the page's thread, so that a large scan never makes the form stutter. */
addEventListener('message', ({ data }: MessageEvent<{ id: number; file: File }>) => {
  void hash(data.file).then(
    (sha256) => postMessage({ id: data.id, sha256 }),
    (error: unknown) => postMessage({ id: data.id, error: String(error) }),
  )
})

async function hash(file: File): Promise<string> {
  const sha = new Sha256()
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return sha.hex()
    sha.update(value)
  }
}
