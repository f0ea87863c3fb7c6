import { isIPv6 } from 'node:net'

/**
 * What limits count an address as: IPv4 as it stands, IPv6 by its first 64 bits, because whoever has one such address has
 * 2^64 of them. An IPv4 address in IPv6's clothes is the IPv4 address.
 */
export function networkOf(address: string): string {
  const bare = address.split('%')[0]!
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped) return mapped
  if (!isIPv6(bare)) return address
  const [head = '', tail] = bare.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  // Dotted ends stand for two groups.
  const length = (groups: string[]) => groups.length + groups.filter((group) => group.includes('.')).length
  const zeros = tail === undefined ? 0 : 8 - length(first) - length(last)
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
