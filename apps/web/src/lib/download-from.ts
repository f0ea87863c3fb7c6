import { messageOf } from './api.ts'
import { toast } from './toast.ts'

/** Downloads from a link that is requested now, because it is valid for five minutes. A refusal is shown. */
export async function downloadFrom(requestLink: () => Promise<{ url: string }>): Promise<void> {
  try {
    const { url } = await requestLink()
    const link = document.createElement('a')
    link.href = url
    link.download = ''
    link.click()
  } catch (error) {
    toast.error(messageOf(error))
  }
}
