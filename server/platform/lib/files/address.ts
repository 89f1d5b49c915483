import type { Bucket } from './s3-store.ts'

/**
 * Returns the bucket of a FILES_URL, null if it doesn’t name one: `s3://key:secret@host/bucket/prefix?region=…`
 * (over HTTPS), or the same starting with `https:` or `http:`. Key and secret are percent-encoded. The region
 * defaults to us-east-1.
 */
export const readFilesUrl = (text: string): Bucket | null => {
  const [, scheme, place = '', query] = /^(s3|https?):\/\/([^?#]+)(\?[^#]*)?$/.exec(text) ?? []
  // parsed as https, because other schemes are parsed differently
  const url = URL.canParse(`https://${place}`) ? new URL(`https://${place}`) : null
  const folders = folderNames(place)
  const parameters = new URLSearchParams(query)
  if (!url || !folders || !isWhole(url) || !isKnown(parameters)) return null
  return {
    endpoint: `${scheme === 'http' ? 'http' : 'https'}://${url.host}`,
    ...folders,
    region: parameters.get('region') ?? 'us-east-1',
    key: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
  }
}

const isKnown = (parameters: URLSearchParams): boolean =>
  [...parameters.keys()].every((name) => name === 'region')

/**
 * Returns the bucket and the prefix of file names; null if they’re missing or have characters that names can’t
 * have.
 */
const folderNames = (place: string): Pick<Bucket, 'bucket' | 'prefix'> | null => {
  const [bucket = '', ...folders] = place.split('/').slice(1)
  const named = folders.filter((part) => part !== '')
  const isGood = named.every((part) => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(part))
  if (!isGood || !/^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket)) return null
  return { bucket, prefix: named.map((part) => `${part}/`).join('') }
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
