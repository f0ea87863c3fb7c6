/** RFC 6266 with RFC 5987 encoding: names of users are data, never header syntax (`safety/file-names`). */
export function disposition(name: string, inline: boolean): string {
  const kind = inline ? 'inline' : 'attachment'
  if (name === '') return kind
  const plain = name.replaceAll(/[^\w .()-]/g, '_')
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
}
