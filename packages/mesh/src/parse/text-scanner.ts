const SPACE = 32
const NEWLINE = 10
const RETURN = 13
const MINUS = 45
const PLUS = 43
const POINT = 46
const COMMA = 44
const ZERO = 48
const NINE = 57
const LARGEST_EXACT = 2 ** 53
const POWERS_OF_TEN = Array.from({ length: 23 }, (_, power) => 10 ** power)
/** No number in a scan needs more; a longer token is refused before it becomes a string. */
export const LONGEST_NUMBER = 64
const NUMBER_SIGN = 35
/**
 * What programs write for a number that is none: `nan`, `-nan(ind)`, `NaNQ`; `1.#IND`, `-1.#QNAN0`, `1.#J` of old Windows
 * programs, which round the letters as digits; `inf`, `Infinity`, and the sign of infinity in UTF-8.
 */
const NOT_A_NUMBER = /^[+-]?([sq]?nan[sq]?(\(\w*\))?|1[.,]#[a-z]*\d*(e[+-]?\d+)?)$/i
const INFINITE = /^[+-]?(inf(inity)?|1[.,]#inf\d*(e[+-]?\d+)?|\xe2\x88\x9e)$/i

/** Reads words and numbers from ASCII bytes without making strings of them. */
export class TextScanner {
  at: number
  readonly end: number
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
    this.end = bytes.length
  }

  /** Moves to the next word, over line ends too; false at the end of the text. */
  toWord(): boolean {
    const { bytes, end } = this
    let at = this.at
    while (at < end && isSpace(bytes[at]!)) at++
    this.at = at
    return at < end
  }

  /** Moves to the next word of this line; false at its end. */
  toWordInLine(): boolean {
    const { bytes, end } = this
    let at = this.at
    while (at < end && bytes[at] !== NEWLINE && bytes[at] !== RETURN && isSpace(bytes[at]!)) at++
    this.at = at
    return at < end && bytes[at] !== NEWLINE && bytes[at] !== RETURN
  }

  /** Skips the rest of this line with its line end; whether it has one. */
  skipLine(): boolean {
    const { bytes, end } = this
    let at = this.at
    while (at < end && bytes[at] !== NEWLINE && bytes[at] !== RETURN) at++
    const line = at
    while (at < end && (bytes[at] === NEWLINE || bytes[at] === RETURN)) at++
    this.at = at
    return at > line
  }

  /** Skips the word at the position and returns its length. */
  skipWord(): number {
    const { bytes, end } = this
    const start = this.at
    let at = start
    while (at < end && !isSpace(bytes[at]!)) at++
    this.at = at
    return at - start
  }

  /** Whether the word at the position is this lower-case word, ignoring case. Moves past it if so. */
  takeWord(word: string): boolean {
    const { bytes, end, at } = this
    if (at + word.length > end) return false
    for (let i = 0; i < word.length; i++) {
      const byte = bytes[at + i]!
      const lower = byte >= 65 && byte <= 90 ? byte + 32 : byte
      if (lower !== word.charCodeAt(i)) return false
    }
    const after = at + word.length
    if (after < end && !isSpace(bytes[after]!)) return false
    this.at = after
    return true
  }

  /** The word at the position, cut to 24 characters, to name it in a message. Does not move. */
  peekWord(): string {
    let text = ''
    for (let at = this.at; at < this.end && text.length < 24 && !isSpace(this.bytes[at]!); at++) {
      const byte = this.bytes[at]!
      text += byte > 32 && byte < 127 ? String.fromCharCode(byte) : '?'
    }
    return text
  }

  /**
   * The decimal number at the position, correctly rounded to double ("1", "-.5", "1.2e-7"; NaN or Infinity for "nan",
   * "-1.#IND", "inf" and the like), or null when the word is no number; moves past it. Short numbers take Clinger's exact path: a whole number below 2^53 times or
   * divided by an exact power of ten (W. Clinger, "How to read floating point numbers accurately", 1990).
   */
  number(): number | null {
    const { bytes, end } = this
    const start = this.at
    let at = start
    const negative = bytes[at] === MINUS
    if (negative || bytes[at] === PLUS) at++
    let digits = 0
    let whole = 0
    let scale = 0
    for (; at < end; at++) {
      const byte = bytes[at]!
      if (byte < ZERO || byte > NINE) break
      whole = whole * 10 + (byte - ZERO)
      digits++
    }
    if (bytes[at] === POINT && at < end) {
      at++
      for (; at < end; at++) {
        const byte = bytes[at]!
        if (byte < ZERO || byte > NINE) break
        whole = whole * 10 + (byte - ZERO)
        digits++
        scale--
      }
    }
    if (digits === 0) return this.unusualNumber(start)
    if (at < end && (bytes[at] === 101 || bytes[at] === 69)) {
      at++
      const down = bytes[at] === MINUS
      if (down || bytes[at] === PLUS) at++
      let exponent = 0
      const first = at
      for (; at < end; at++) {
        const byte = bytes[at]!
        if (byte < ZERO || byte > NINE) break
        if (exponent < 10_000) exponent = exponent * 10 + (byte - ZERO)
      }
      if (at === first) return null
      scale += down ? -exponent : exponent
    }
    if (at < end && !isSpace(bytes[at]!)) return isNumberSign(bytes, at) ? this.unusualNumber(start) : null
    if (whole >= LARGEST_EXACT || scale < -22 || scale > 22) return this.unusualNumber(start)
    this.at = at
    const value = scale < 0 ? whole / POWERS_OF_TEN[-scale]! : whole * POWERS_OF_TEN[scale]!
    return negative ? -value : value
  }

  private unusualNumber(start: number): number | null {
    this.at = start
    const length = this.skipWord()
    if (length === 0 || length > LONGEST_NUMBER) return null
    const word = String.fromCharCode(...this.bytes.subarray(start, this.at))
    if (INFINITE.test(word)) return Infinity
    if (NOT_A_NUMBER.test(word)) return NaN
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word)) return null
    return Number(word)
  }
}

/** Whether a number goes on as `1.#IND` does, or `1,#IND`. */
const isNumberSign = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === NUMBER_SIGN || (bytes[at] === COMMA && bytes[at + 1] === NUMBER_SIGN)

/** Space, tab, line feed, vertical tab, form feed or carriage return. */
export function isSpace(byte: number): boolean {
  return byte === SPACE || (byte >= 9 && byte <= 13)
}
