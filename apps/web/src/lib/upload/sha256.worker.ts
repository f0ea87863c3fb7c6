import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { answerQuestions } from '../../lib/ask-worker.ts'

/**
 * Hashes files off the page's thread and in pieces: the browser's own digest needs the whole file in memory, which is
 * too much for a scan of 500 MB.
 */
answerQuestions(async ({ file }: { file: File }): Promise<string> => {
  const sha = sha256.create()
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytesToHex(sha.digest())
    sha.update(value)
  }
})
