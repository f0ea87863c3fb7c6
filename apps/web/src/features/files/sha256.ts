/**
 * SHA-256 over a stream of chunks (FIPS 180-4). The browser's own digest wants the whole file at once, which a scan of
 * 500 MB is too large for.
 */
const K = new Uint32Array(64)
const initial = new Uint32Array(8)

/** The first 32 bits of the fractional part. */
const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0

// The constants are the cube and square roots of the first primes (FIPS 180-4 §4.2.2, §5.3.3).
for (let candidate = 2, count = 0; count < 64; candidate++) {
  let prime = true
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) prime = false
  if (!prime) continue
  if (count < 8) initial[count] = fraction(Math.sqrt(candidate))
  K[count++] = fraction(Math.cbrt(candidate))
}

export class Sha256 {
  private readonly state = new Uint32Array(initial)
  private readonly words = new Uint32Array(64)
  private readonly rest = new Uint8Array(64)
  private restLength = 0
  private length = 0

  update(bytes: Uint8Array): void {
    this.length += bytes.length
    let at = 0
    if (this.restLength > 0) {
      at = Math.min(64 - this.restLength, bytes.length)
      this.rest.set(bytes.subarray(0, at), this.restLength)
      this.restLength += at
      if (this.restLength < 64) return
      this.block(this.rest, 0)
      this.restLength = 0
    }
    for (; at + 64 <= bytes.length; at += 64) this.block(bytes, at)
    this.rest.set(bytes.subarray(at))
    this.restLength = bytes.length - at
  }

  /** Ends the message: 64 hexadecimal digits. */
  hex(): string {
    const bits = this.length * 8
    const tail = new Uint8Array(this.restLength < 56 ? 64 - this.restLength : 128 - this.restLength)
    tail[0] = 0x80
    const view = new DataView(tail.buffer)
    view.setUint32(tail.length - 8, Math.floor(bits / 2 ** 32))
    view.setUint32(tail.length - 4, bits >>> 0)
    this.update(tail)
    return [...this.state].map((word) => word.toString(16).padStart(8, '0')).join('')
  }

  private block(bytes: Uint8Array, at: number): void {
    const w = this.words
    for (let i = 0; i < 16; i++, at += 4)
      w[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15]!
      const y = w[i - 2]!
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
      w[i] = w[i - 16]! + s0 + w[i - 7]! + s1
    }
    let [a, b, c, d, e, f, g, h] = this.state as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + t1) | 0
      d = c
      c = b
      b = a
      a = (t1 + t2) | 0
    }
    const s = this.state
    s[0]! += a
    s[1]! += b
    s[2]! += c
    s[3]! += d
    s[4]! += e
    s[5]! += f
    s[6]! += g
    s[7]! += h
  }
}
