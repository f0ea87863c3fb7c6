import { isIPv6 } from 'node:net'

/**
 * What limits count an address as: IPv4 in full, IPv6 by its first 64 bits, because a holder of one such address has
 * 2^64 of them. An IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export function networkOf(address: string): string {
  const bare = address.split('%')[0]!
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped) return mapped
  if (!isIPv6(bare)) return address
  const [head = '', tail] = bare.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  // A dotted end is two groups.
  const length = (groups: string[]) => groups.length + groups.filter((group) => group.includes('.')).length
  const zeros = tail === undefined ? 0 : 8 - length(first) - length(last)
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
