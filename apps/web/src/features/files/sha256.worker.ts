import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * Hashes files away from the page's thread and in pieces: the browser's own digest wants the whole file in memory, which a
 * scan of 500 MB is too large for.
 */
addEventListener('message', ({ data }: MessageEvent<{ id: number; file: File }>) => {
  void hash(data.file).then(
    (digest) => postMessage({ id: data.id, sha256: digest }),
    (error: unknown) => postMessage({ id: data.id, error: String(error) }),
  )
})

async function hash(file: File): Promise<string> {
  const sha = sha256.create()
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytesToHex(sha.digest())
    sha.update(value)
  }
}
