/** An address as people read it: its domain in its own script. */
export const readableEmail = (email: string): string =>
  email.replaceAll(/(?<=[@.])xn--([a-z0-9-]+)/gi, (label: string, code: string) => decoded(code.toLowerCase()) ?? label)

const [base, least, most, skew, damp] = [36, 1, 26, 38, 700]

/** What a label of a domain says (Punycode, RFC 3492); undefined for none. */
function decoded(code: string): string | undefined {
  const cut = code.lastIndexOf('-')
  const letters = Array.from(code.slice(0, Math.max(0, cut)), (letter) => letter.codePointAt(0)!)
  let [point, at, bias] = [128, 0, 72]
  for (let index = cut > 0 ? cut + 1 : 0; index < code.length;) {
    const before = at
    for (let [weight, step] = [1, base]; ; step += base) {
      const digit = digitOf(code[index++])
      if (digit === undefined) return undefined
      at += digit * weight
      const threshold = Math.min(most, Math.max(least, step - bias))
      if (digit < threshold) break
      weight *= base - threshold
    }
    const length = letters.length + 1
    let delta = Math.floor((at - before) / (before === 0 ? damp : 2))
    delta += Math.floor(delta / length)
    let steps = 0
    for (; delta > ((base - least) * most) / 2; steps += base) delta = Math.floor(delta / (base - least))
    bias = steps + Math.floor(((base - least + 1) * delta) / (delta + skew))
    point += Math.floor(at / length)
    at %= length
    if (point > 0x10_ffff) return undefined
    letters.splice(at++, 0, point)
  }
  return String.fromCodePoint(...letters)
}

/** a to z are 0 to 25, 0 to 9 are 26 to 35. */
function digitOf(letter: string | undefined): number | undefined {
  if (letter === undefined) return undefined
  if (/[a-z]/.test(letter)) return letter.codePointAt(0)! - 97
  return /\d/.test(letter) ? Number(letter) + 26 : undefined
}
