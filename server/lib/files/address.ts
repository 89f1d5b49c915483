import type { Bucket } from './s3-store.ts'

/**
 * The bucket of a FILES_URL, null when it names none:
 * `s3://key:secret@host/bucket/prefix?region=…` (over https), or the same beginning with `https:` or `http:`.
 * Key and secret are percent-encoded. The region is us-east-1 unless given.
 */
export const readFilesUrl = (text: string): Bucket | null => {
  const match = /^(s3|https?):\/\/([^/?#]+)(\/[^?#]*)(\?[^#]*)?$/.exec(text)
  if (!match) return null
  const [, scheme, authority = '', path = '', query = ''] = match
  const url = URL.canParse(`https://${authority}${path}`) ? new URL(`https://${authority}${path}`) : null
  const [bucket = '', ...folders] = path.split('/').filter((part) => part !== '')
  if (!url || !isWhole(url) || !/^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket)) return null
  if (folders.some((part) => !/^[A-Za-z0-9._-]+$/.test(part))) return null
  const parameters = new URLSearchParams(query)
  if ([...parameters.keys()].some((name) => name !== 'region')) return null
  return {
    endpoint: `${scheme === 'http' ? 'http' : 'https'}://${url.host}`,
    bucket,
    prefix: folders.map((part) => `${part}/`).join(''),
    region: parameters.get('region') ?? 'us-east-1',
    key: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
  }
}

const isWhole = ({ username, password }: URL): boolean =>
  username !== '' && password !== '' && [username, password].every(isDecodable)

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
