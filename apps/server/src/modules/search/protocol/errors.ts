/** A refusal as Meilisearch words it: `{message, code, type, link}` (`search/protocol`). */
export class SearchError extends Error {
  readonly status: number
  readonly code: string
  readonly type: 'invalid_request' | 'auth' | 'internal'

  constructor(code: string, message: string, status = 400, type: SearchError['type'] = 'invalid_request') {
    super(message)
    this.status = status
    this.code = code
    this.type = type
  }

  toJSON(): object {
    return {
      message: this.message,
      code: this.code,
      type: this.type,
      link: `https://docs.meilisearch.com/errors#${this.code}`,
    }
  }
}
